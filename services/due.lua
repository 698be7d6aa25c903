-- Set when a game has to be looked at again, if nobody has set it anew meanwhile.
-- KEYS: 1 due   ARGV: 1 game  2 the time it had  3 the time it gets ('' = none)   Returns 1 if set.
if redis.call('ZSCORE', KEYS[1], ARGV[1]) ~= ARGV[2] then
  return 0
end
if ARGV[3] == '' then
  redis.call('ZREM', KEYS[1], ARGV[1])
else
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
end
return 1
