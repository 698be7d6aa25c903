-- Read what is needed to know a game: its snapshot, if it has one, and the events after that.
-- KEYS: 1 events  2 snapshot   Returns {snapshot or '', entries}.
local kept = redis.call('HMGET', KEYS[2], 'v', 's')
if kept[1] and tonumber(kept[1]) <= redis.call('XLEN', KEYS[1]) then
  return {kept[2], redis.call('XRANGE', KEYS[1], (tonumber(kept[1]) + 1) .. '-0', '+')}
end
return {'', redis.call('XRANGE', KEYS[1], '-', '+')}
