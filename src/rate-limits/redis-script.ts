// The script that Redis runs for each request: all windows in one step, by the server's own time.

import { PARTS } from './window-parts.ts'

/**
 * KEYS: the epoch, then one hash for each window, part to count. ARGV: a new epoch, milliseconds by which a test clock
 * is ahead, then limit and seconds of each window.
 *
 * Answers `{epoch, 0, by, retryAfterSeconds}` when refused, and then nothing was written; else
 * `{epoch, 1, remaining, resetSeconds, …}`, two for each window. The epoch changes when the server has lost its counts.
 *
 * Parts that lie ahead count too: the server's clock was set back, and what was admitted is still admitted.
 */
export const TAKE_SCRIPT = `
local epoch = redis.call('GET', KEYS[1])
if not epoch then
  epoch = ARGV[1]
  redis.call('SET', KEYS[1], epoch)
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2]

local function secondsUntilBelow(window, limit)
  local left = window.total
  for part = window.part - ${PARTS}, window.part + ${PARTS} do
    left = left - (window.counts[part] or 0)
    if left < limit then
      local leaves = (part + 1) * window.partMs + window.seconds * 1000
      return math.max(1, math.ceil((leaves - now) / 1000))
    end
  end
  return window.seconds
end

local windows = {}
for at = 1, #KEYS - 1 do
  local limit, seconds = tonumber(ARGV[2 * at + 1]), tonumber(ARGV[2 * at + 2])
  local partMs = seconds * 1000 / ${PARTS}
  local part = math.floor(now / partMs)
  local window = { key = KEYS[at + 1], seconds = seconds, partMs = partMs, part = part,
    limit = limit, counts = {}, gone = {}, total = 0 }
  local stored = redis.call('HGETALL', window.key)
  for field = 1, #stored, 2 do
    local of, count = tonumber(stored[field]), tonumber(stored[field + 1])
    if of < part - ${PARTS} or of > part + ${PARTS} then
      table.insert(window.gone, stored[field])
    else
      window.counts[of] = count
      window.total = window.total + count
    end
  end
  if window.total >= limit then return { epoch, 0, at - 1, secondsUntilBelow(window, limit) } end
  windows[at] = window
end

local answer = { epoch, 1 }
for _, window in ipairs(windows) do
  if #window.gone > 0 then redis.call('HDEL', window.key, unpack(window.gone)) end
  redis.call('HINCRBY', window.key, string.format('%.0f', window.part), 1)
  redis.call('PEXPIRE', window.key, math.ceil(window.seconds * 1000 + 2 * window.partMs))
  window.counts[window.part] = (window.counts[window.part] or 0) + 1
  window.total = window.total + 1
  table.insert(answer, window.limit - window.total)
  table.insert(answer, secondsUntilBelow(window, window.total))
end
return answer
`
