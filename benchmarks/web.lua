-- What wrk asks for: an address again and again, or with "display" a display and dice that were not asked for before.
-- Arguments: the address or "display", a seed, the citizens of the edition with commas between, and the milliseconds that
-- each connection waits on average before it asks again (0: not at all).
-- In the end one line: requests, seconds, and of what one took the seconds in the middle and those of the slowest hundredth;
-- then how many went wrong.
local FACES = {
  {"1b", "2g", "3r", "4r", "5g", "6b"}, {"1r", "2b", "3g", "4g", "5b", "6r"}, {"1g", "2r", "3b", "4b", "5r", "6g"},
}
local address, citizens = "/", {}

local function some(number)
  for place = 1, number do
    local other = math.random(place, #citizens)
    citizens[place], citizens[other] = citizens[other], citizens[place]
  end
  return (table.concat(citizens, ",", 1, number):gsub("%+", "%%2B"))
end

function init(arguments)
  address = arguments[1]
  math.randomseed(tonumber(arguments[2] or 1))
  for citizen in string.gmatch(arguments[3] or "", "[^,]+") do citizens[#citizens + 1] = citizen end
  local wait = tonumber(arguments[4] or 0)
  if wait > 0 then delay = function() return math.random(0, 2 * wait) end end
end

function request()
  if address ~= "display" then return wrk.format("GET", address) end
  local dice = {}
  for die = 0, 5 do dice[die + 1] = FACES[math.floor(die / 2) + 1][math.random(6)] end
  return wrk.format("GET", "/?display=" .. some(5) .. "&villages=2,2,2,2,2&penalty=1&fairies=0&players=2&rolls=3&left=2&dice="
    .. table.concat(dice, ",") .. "&objective=points")
end

function done(summary, latency)
  local wrong = summary.errors
  print(string.format("told %d %.6f %.6f %.6f %d", summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e6,
    latency:percentile(99) / 1e6, wrong.connect + wrong.read + wrong.write + wrong.status + wrong.timeout))
end
