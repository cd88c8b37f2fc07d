// The script that Redis runs for each request: all windows in one step, by the server's own time.

/** The channel for keys that have exceeded a node's share. */
export const BORROWED = 'doorplate:borrowed'

/**
 * KEYS: the epoch, then one string for each window. ARGV: a new epoch, the milliseconds by which a test clock is ahead,
 * then for each window its limit, its seconds, and what to publish if the request is admitted, or nothing. Answers the
 * epoch, which changes when the server has lost its counts, and for each window what remained before this request and
 * the seconds until there is more. It was counted if something remained in all. A string is a ring of times behind a
 * head. Only the newest is compared with the clock, the others with the newest: a clock set back prolongs nothing.
 */
export const ADMIT_SCRIPT = `
local HEAD, FORM = 24, '<dI4I4I4I4'
local epoch = redis.call('GET', KEYS[1])
if not epoch then
  epoch = ARGV[1]
  redis.call('SET', KEYS[1], epoch)
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2]

local function open(key, length)
  local ring = { key = key, newest = now, last = 0, first = 0, count = 0, room = 0 }
  local head = redis.call('GETRANGE', key, 0, HEAD - 1)
  if #head == HEAD then
    ring.newest, ring.last, ring.first, ring.count, ring.room = struct.unpack(FORM, head)
  end
  ring.now = ring.last + math.max(0, now - ring.newest)
  if ring.now - ring.last >= length then ring.count = 0 end
  return ring
end

-- For how long the nth oldest has been there; the last 32 bits of a time tell.
local function age(ring, nth)
  local at = HEAD + (ring.first + nth) % ring.room * 4
  return (ring.now - struct.unpack('<I4', redis.call('GETRANGE', ring.key, at, at + 3))) % 4294967296
end

-- Mostly one has gone, or none: the search begins with small steps.
local function dropGone(ring, length)
  local low, high = 0, 1
  while high <= ring.count and age(ring, high - 1) >= length do low, high = high, high * 2 end
  high = math.min(high - 1, ring.count)
  while low < high do
    local middle = math.floor((low + high) / 2)
    if age(ring, middle) >= length then low = middle + 1 else high = middle end
  end
  if ring.room > 0 then ring.first = (ring.first + low) % ring.room end
  ring.count = ring.count - low
end

local function add(ring, limit, length)
  ring.now = ring.now % 4294967296
  local slot = struct.pack('<I4', ring.now)
  local place, times = 0, nil
  if ring.count == 0 then
    ring.first, ring.room, times = 0, math.min(4, limit), ''
  elseif ring.count == ring.room then
    local middle, finish = HEAD + ring.first * 4, HEAD + ring.room * 4
    times = redis.call('GETRANGE', ring.key, middle, finish - 1)
    if ring.first > 0 then times = times .. redis.call('GETRANGE', ring.key, HEAD, middle - 1) end
    ring.first, ring.room = 0, math.min(ring.room * 2, limit)
  else
    place = (ring.first + ring.count) % ring.room
  end
  ring.count = ring.count + 1
  local head = struct.pack(FORM, now, ring.now, ring.first, ring.count, ring.room)
  if times then
    local free = string.rep('\\0', (ring.room - ring.count) * 4)
    redis.call('SET', ring.key, head .. times .. slot .. free)
  else
    redis.call('SETRANGE', ring.key, 0, head)
    redis.call('SETRANGE', ring.key, HEAD + place * 4, slot)
  end
  redis.call('PEXPIRE', ring.key, length)
end

local rings, answer, isAdmitted = {}, { epoch }, true
for at = 1, #KEYS - 1 do
  local limit, length = tonumber(ARGV[3 * at]), ARGV[3 * at + 1] * 1000
  local ring = open(KEYS[at + 1], length)
  dropGone(ring, length)
  local left = length
  if ring.count > 0 and limit > 0 then
    left = length - age(ring, math.max(0, ring.count - limit))
  end
  table.insert(answer, math.max(0, limit - ring.count))
  table.insert(answer, math.ceil(left / 1000))
  isAdmitted = isAdmitted and ring.count < limit
  rings[at] = ring
end
if isAdmitted then
  for at, ring in ipairs(rings) do
    add(ring, tonumber(ARGV[3 * at]), ARGV[3 * at + 1] * 1000)
    if ARGV[3 * at + 2] ~= '' then redis.pcall('PUBLISH', '${BORROWED}', ARGV[3 * at + 2]) end
  end
end
return answer
`
