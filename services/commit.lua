-- One commit: all of it happens or none. The only way in which anything is appended to a game or campaign.
--
-- KEYS: 1 events  2 meta  3 commits  4 work  5 due  6 idempotency key  7.. indexes (sorted sets)
-- ARGV: 1 expected version     2 its name           3 idempotency fingerprint ('' = none)
--       4 the answer to repeat 5 its life in s      6 work for the workers ('' = none)
--       7 when to look again, ms ('' = never)       8 meta to store ('' = as it is)
--       9 one letter an index: + add, - remove     10 score in the indexes
--      11 how many commit notices to keep         12 players to be told, by commas ('' = none)
--      13 hash of the event before                14 campaign to be called as well ('' = none)
--      15 when to look at it again, ms             16.. header, data and hash of each event
--
-- Returns {'ok', version}, {'stale', version there is}, or {'again', fingerprint, answer}.

if ARGV[3] ~= '' then
  local kept = redis.call('HMGET', KEYS[6], 'f', 'a')
  if kept[1] then
    return {'again', kept[1], kept[2]}
  end
end

-- Events are never removed and numbered without gaps, so the length of the stream is its version.
-- The hash tells a history from another of the same length, which a store that lost its end may grow.
local version = redis.call('XLEN', KEYS[1])
if version ~= tonumber(ARGV[1]) then
  return {'stale', version}
end
if version > 0 and redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1][2][6] ~= ARGV[13] then
  return {'stale', version}
end

for i = 16, #ARGV, 3 do
  version = version + 1
  redis.call('XADD', KEYS[1], version .. '-0', 'h', ARGV[i], 'd', ARGV[i + 1], 'x', ARGV[i + 2])
end

redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[11], '*', 'g', ARGV[2], 'v', version, 'p', ARGV[12])
if ARGV[6] ~= '' then
  redis.call('XADD', KEYS[4], '*', 'g', ARGV[2], 'v', version, 'w', ARGV[6])
end
if ARGV[7] ~= '' then
  redis.call('ZADD', KEYS[5], ARGV[7], ARGV[2])
else
  redis.call('ZREM', KEYS[5], ARGV[2])
end
if ARGV[14] ~= '' then
  redis.call('XADD', KEYS[4], '*', 'g', ARGV[14], 'v', version, 'w', 'campaign')
  redis.call('ZADD', KEYS[5], ARGV[15], ARGV[14])
end
if ARGV[8] ~= '' then
  redis.call('SET', KEYS[2], ARGV[8])
end
for i = 1, #ARGV[9] do
  if ARGV[9]:sub(i, i) == '+' then
    redis.call('ZADD', KEYS[6 + i], ARGV[10], ARGV[2])
  else
    redis.call('ZREM', KEYS[6 + i], ARGV[2])
  end
end
if ARGV[3] ~= '' then
  redis.call('HSET', KEYS[6], 'f', ARGV[3], 'a', ARGV[4])
  redis.call('EXPIRE', KEYS[6], ARGV[5])
end
return {'ok', version}
