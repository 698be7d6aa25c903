-- Wait no longer.
-- KEYS: 1 where each waits (hash)   ARGV: 1 player   Returns 1 if the player waited.
local name = redis.call('HGET', KEYS[1], ARGV[1])
if not name then
  return 0
end
redis.call('HDEL', KEYS[1], ARGV[1])
return redis.call('ZREM', name, ARGV[1])
