// Waits until a service has nothing left to do: no list to match, no delivery, no mail, no garbage.

import { cpuSeconds, type ServiceUnderTest } from '../http/processes.ts'

const LOOK_MS = 50
const LOOKS_MAX = 200
/** The part of a core that counts as nothing. */
const IDLE_SHARE = 0.05

export async function quiet(service: ServiceUnderTest): Promise<void> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const before = cpuSeconds(service)
    await new Promise((next) => setTimeout(next, LOOK_MS))
    if (cpuSeconds(service) - before < (LOOK_MS / 1000) * IDLE_SHARE) return
  }
}
