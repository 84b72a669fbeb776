import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

const LOOKS = 5
const LOOK_EVERY_MS = 50
/** Says a program to those it starts, as they would count what else it has started. */
const TOLD = 'OTHERS_RUNNING'

/** How many others want the processor all the while: of those who come and go at once, none. Zero where Linux does not tell. */
export async function othersRunning() {
  const told = process.env[TOLD]
  if (told !== undefined) return Number(told)
  let fewest = Infinity
  for (let look = 0; look < LOOKS; look += 1) {
    fewest = Math.min(fewest, runningNow())
    await wait(LOOK_EVERY_MS)
  }
  return fewest
}

/** For the environment of what is started: how many others were running before. */
export async function tellOthersRunning() {
  return { [TOLD]: String(await othersRunning()) }
}

function runningNow() {
  try {
    const running = /(\d+)\/\d+/.exec(readFileSync('/proc/loadavg', 'utf8'))?.[1]
    // It counts whoever asks, too.
    return Math.max(0, Number(running ?? 1) - 1)
  } catch {
    return 0
  }
}
