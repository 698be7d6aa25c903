-- Replace a player's token, if the record is still as it was read, and tell all processes.
-- KEYS: 1 player  2 commits   ARGV: 1 as it was  2 as it shall be  3 hash of the old token
--       4 how many notices to keep   Returns 1 if changed.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[2])
redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[4], '*', 't', ARGV[3])
return 1
