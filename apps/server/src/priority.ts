import { readdirSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

const { PRIORITY_ABOVE_NORMAL, PRIORITY_LOW, PRIORITY_NORMAL } = constants.priority
/** Elsewhere a thread has no priority of its own: its process would get it. */
const HAS_THREAD_PRIORITIES = process.platform === 'linux'

/**
 * Lets this program go before what else runs on the machine: everybody who plays waits for its main thread, which would
 * wait for whatever it shares the processors with (decision 38). The threads that it has, for which the main thread waits
 * while memory is collected, and those that are made from now on go with it. Where somebody has given it a priority it
 * keeps that, and where it may not be raised the program goes with the others.
 */
export function goFirst(): void {
  if (getPriority() !== PRIORITY_NORMAL) return
  try {
    for (const id of threadIds()) setPriority(id, PRIORITY_ABOVE_NORMAL)
  } catch {
    // Not everybody may, see above.
  }
}

function threadIds(): readonly number[] {
  return HAS_THREAD_PRIORITIES ? readdirSync('/proc/self/task').map(Number) : [process.pid]
}

/** Lets the calling thread take its turn with what else runs on the machine. */
export function takeTurns(): void {
  lower(PRIORITY_NORMAL)
}

/** Leaves the calling thread what nobody else needs. */
export function goLast(): void {
  lower(PRIORITY_LOW)
}

/** To a lower priority than the thread has: that everybody may. */
function lower(priority: number): void {
  if (HAS_THREAD_PRIORITIES && getPriority() < priority) setPriority(priority)
}
