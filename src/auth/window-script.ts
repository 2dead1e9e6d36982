/**
 * The rule of sliding-window.ts for windows that several processes share, run by the store itself: one round trip, and
 * nothing happens between looking and counting.
 *
 * A window is a hash from second to count, so it has at most 61 fields; it expires a moment after the last request in it
 * would be forgotten. KEYS are the windows, ARGV their limits behind the time in milliseconds, which is empty when the
 * store's own clock counts. Answers whether the request was counted, then `used` and `resetSeconds` of each window.
 */
export const windowScript = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
local second = math.floor(now / 1000)
local used, oldest, room = {}, {}, 1
for i, key in ipairs(KEYS) do
  local counts = redis.call('HGETALL', key)
  local gone = {}
  used[i] = 0
  for n = 1, #counts, 2 do
    local at = tonumber(counts[n])
    if second - at > 60 then
      gone[#gone + 1] = counts[n]
    else
      used[i] = used[i] + tonumber(counts[n + 1])
      if not oldest[i] or at < oldest[i] then oldest[i] = at end
    end
  end
  if #gone > 0 then redis.call('HDEL', key, unpack(gone)) end
  if used[i] >= tonumber(ARGV[i + 1]) then room = 0 end
end
local answer = { room }
for i, key in ipairs(KEYS) do
  if room == 1 then
    redis.call('HINCRBY', key, string.format('%d', second), 1)
    redis.call('EXPIRE', key, 62)
    used[i] = used[i] + 1
    oldest[i] = oldest[i] or second
  end
  answer[#answer + 1] = used[i]
  answer[#answer + 1] = oldest[i] and math.max(1, math.ceil(((oldest[i] + 61) * 1000 - now) / 1000)) or 0
end
return answer`
