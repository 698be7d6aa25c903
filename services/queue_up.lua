-- Wait for opponents, or find that there are enough; the same request only once.
-- KEYS: 1 those who wait (sorted set)  2 where each waits (hash)  3 matches without a game yet (sorted set)
--       4 the record of the match, if there is one  5 idempotency key
-- ARGV: 1 player  2 now, ms  3 how many make a game  4 the match's id, if there is one  5 what is played
--       6 idempotency fingerprint ('' = none)  7 the life of records and of waiting, s
-- Returns {'ok', the match's id or ''} or {'again', fingerprint, the match's id or ''}.
if ARGV[6] ~= '' then
  local kept = redis.call('HMGET', KEYS[5], 'f', 'm')
  if kept[1] then
    return {'again', kept[1], kept[2]}
  end
end

-- Whoever waited elsewhere does so no longer. All these keys have the same tag, so they lie in one slot.
local elsewhere = redis.call('HGET', KEYS[2], ARGV[1])
if elsewhere and elsewhere ~= KEYS[1] then
  redis.call('ZREM', elsewhere, ARGV[1])
end
local stale = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[2] - ARGV[7] * 1000)
for i = 1, #stale do
  redis.call('ZREM', KEYS[1], stale[i])
  redis.call('HDEL', KEYS[2], stale[i])
end

redis.call('ZADD', KEYS[1], 'NX', ARGV[2], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], KEYS[1])
local match = ''
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then
  match = ARGV[4]
  local chosen = redis.call('ZRANGE', KEYS[1], 0, ARGV[3] - 1)
  for i = 1, #chosen do
    redis.call('ZREM', KEYS[1], chosen[i])
    redis.call('HDEL', KEYS[2], chosen[i])
  end
  redis.call('HSET', KEYS[4], 'what', ARGV[5], 'players', table.concat(chosen, ','))
  redis.call('EXPIRE', KEYS[4], ARGV[7])
  redis.call('ZADD', KEYS[3], ARGV[2], match)
end
if ARGV[6] ~= '' then
  redis.call('HSET', KEYS[5], 'f', ARGV[6], 'm', match)
  redis.call('EXPIRE', KEYS[5], ARGV[7])
end
return {'ok', match}
