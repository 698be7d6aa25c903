-- Wait for opponents, or find that there are enough.
-- KEYS: 1 those who wait (sorted set)  2 where each waits (hash)
-- ARGV: 1 player  2 now, ms  3 how many make a game  4 the queue's name
-- Returns the players of a game in the order in which they came, or {} while there are too few.
redis.call('ZADD', KEYS[1], 'NX', ARGV[2], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[4])
if redis.call('ZCARD', KEYS[1]) < tonumber(ARGV[3]) then
  return {}
end
local chosen = redis.call('ZRANGE', KEYS[1], 0, tonumber(ARGV[3]) - 1)
for i = 1, #chosen do
  redis.call('ZREM', KEYS[1], chosen[i])
  redis.call('HDEL', KEYS[2], chosen[i])
end
return chosen
