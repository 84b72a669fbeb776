import { constants, getPriority, setPriority } from 'node:os'

/**
 * Lets a process go before what else runs on the machine, when everything waits for it: beside other work it would take
 * several times as long. Not everybody may say so; it goes with the others then.
 */
export function letGoFirst(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_HIGH)
  } catch {
    // Said above.
  }
}

/**
 * Does some work that everything waits for before what else runs on the machine. What it starts goes first as well, so it
 * must end with it: a service would go first for good.
 */
export function goFirst(work) {
  const usual = getPriority()
  letGoFirst(process.pid)
  try {
    return work()
  } finally {
    setPriority(usual)
  }
}
