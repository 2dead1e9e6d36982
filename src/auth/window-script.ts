/**
 * The rule of sliding-window.ts for windows that several processes share, run by the store itself: one round trip, and
 * nothing happens between looking and counting.
 *
 * A window is a hash from second to count × 1000 + the millisecond of its last request, so it has at most 61 fields; it
 * expires a moment after the last request in it would be forgotten. The store's clock may be put back: what was counted
 * later than now was counted now. KEYS are the windows, ARGV their limits behind the time in milliseconds, which is empty
 * when the store's own clock counts. Answers whether the request was counted, then `used` and `resetSeconds` of each window.
 */
export const windowScript = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
local second = math.floor(now / 1000)
local used, here, oldest, moved, room = {}, {}, {}, {}, 1
for i, key in ipairs(KEYS) do
  local fields = redis.call('HGETALL', key)
  local gone = {}
  used[i], here[i], moved[i] = 0, 0, 0
  for n = 1, #fields, 2 do
    local value = tonumber(fields[n + 1])
    local count = math.floor(value / 1000)
    local at = tonumber(fields[n]) * 1000 + value % 1000
    if now - at >= 60000 then
      gone[#gone + 1] = fields[n]
    else
      used[i] = used[i] + count
      if at > now then
        gone[#gone + 1] = fields[n]
        moved[i] = moved[i] + count
        at = now
      elseif math.floor(at / 1000) == second then
        here[i] = count
      end
      if not oldest[i] or at < oldest[i] then oldest[i] = at end
    end
  end
  if #gone > 0 then redis.call('HDEL', key, unpack(gone)) end
  if used[i] >= tonumber(ARGV[i + 1]) then room = 0 end
end
local answer = { room }
for i, key in ipairs(KEYS) do
  if room + moved[i] > 0 then
    local count = here[i] + moved[i] + room
    redis.call('HSET', key, string.format('%d', second), string.format('%d', count * 1000 + now % 1000))
    redis.call('EXPIRE', key, 62)
    used[i] = used[i] + room
    if here[i] > 0 and oldest[i] and math.floor(oldest[i] / 1000) == second then oldest[i] = now end
    oldest[i] = oldest[i] or now
  end
  answer[#answer + 1] = used[i]
  answer[#answer + 1] = oldest[i] and math.ceil((oldest[i] + 60000 - now) / 1000) or 0
end
return answer`
