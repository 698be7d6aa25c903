-- Change a player's record, if it is still as it was read.
-- KEYS: 1 player   ARGV: 1 as it was  2 as it shall be   Returns 1 if changed.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[2])
return 1
