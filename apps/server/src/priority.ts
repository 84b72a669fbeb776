import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

const { PRIORITY_ABOVE_NORMAL, PRIORITY_HIGH, PRIORITY_LOW, PRIORITY_NORMAL } = constants.priority
/** Elsewhere a thread has no priority of its own: its process would get it. */
const HAS_THREAD_PRIORITIES = process.platform === 'linux'
/**
 * Linux shares the processors out among sessions first, where it groups them by themselves (`man 7 sched`): what the
 * threads of one have counts among themselves only. This is what the session has among the others.
 */
const SESSION = '/proc/self/autogroup'
const USUAL_SESSION = / nice 0$/

/**
 * Lets this program go before what else runs on the machine: everybody who plays waits for its main thread, which would
 * wait for whatever it shares the processors with (decision 38). The main thread goes first, and the threads that it makes
 * from now on with it; those it has, for which it waits while memory is collected, come after it. With it goes the session
 * that it has begun, as a service does. A priority that somebody has given to either stays, and what may not be raised goes
 * with the others.
 */
export function goFirst(): void {
  if (getPriority() !== PRIORITY_NORMAL) return
  attempt(() => {
    for (const id of threadIds()) setPriority(id, PRIORITY_ABOVE_NORMAL)
  })
  if (!HAS_THREAD_PRIORITIES) return
  attempt(() => setPriority(PRIORITY_HIGH))
  attempt(raiseSession)
}

function threadIds(): readonly number[] {
  return HAS_THREAD_PRIORITIES ? readdirSync('/proc/self/task').map(Number) : [process.pid]
}

/**
 * A session that somebody else has begun, in a terminal say, has other programs in it: it stays.
 * @throws where sessions are no groups, and where it may not be raised.
 */
function raiseSession(): void {
  if (!hasBegunItsSession() || !USUAL_SESSION.test(readFileSync(SESSION, 'utf8').trim())) return
  writeFileSync(SESSION, String(PRIORITY_ABOVE_NORMAL))
}

/** The session has the number of the process that has begun it; it stands fourth after the program's name. */
function hasBegunItsSession(): boolean {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(afterName[3]) === process.pid
}

/** Not everybody may. */
function attempt(raise: () => void): void {
  try {
    raise()
  } catch {
    // It stays as it is.
  }
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
