import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const MODULE = JSON.stringify(new URL('priority.ts', import.meta.url).href)
const { PRIORITY_ABOVE_NORMAL, PRIORITY_BELOW_NORMAL, PRIORITY_HIGH, PRIORITY_LOW, PRIORITY_NORMAL } =
  constants.priority

/** A process begins with the priority of whoever starts it: what it tells is said of one that begins as usual. */
const isUsual = getPriority() === PRIORITY_NORMAL
const mayRaise = isUsual && process.platform === 'linux' && process.getuid?.() === 0

/** So that it does not raise the tests' session. */
const IN_ITS_OWN_SESSION = process.platform === 'linux' ? ['setsid', '--wait'] : []
/** As for a user who is not root. */
const WITHOUT_THE_RIGHT = ['setpriv', '--bounding-set=-sys_nice', '--inh-caps=-sys_nice']

/** What a program prints that may use the module, `os` and a thread that does as it is told and says what it has then. */
async function run(lines: string, wrapped: readonly string[] = []): Promise<unknown> {
  const program = `
    const { once } = await import('node:events')
    const os = await import('node:os')
    const { Worker } = await import('node:worker_threads')
    const { goFirst } = await import(${MODULE})
    const inThread = async (name) => {
      const lines = \`import { parentPort } from 'node:worker_threads'
        import { getPriority } from 'node:os'
        import * as priority from ${MODULE}
        priority.\${name}()
        parentPort.postMessage(getPriority())\`
      const [priority] = await once(new Worker(lines, { eval: true }), 'message')
      return priority
    }
    ${lines}`
  const [file, ...args] = [...IN_ITS_OWN_SESSION, ...wrapped, process.execPath]
  const { stdout } = await promisify(execFile)(file, [...args, '--input-type=module', '-e', program])
  return JSON.parse(stdout)
}

describe.runIf(mayRaise)('the priority of the program', () => {
  it('is higher than what else runs on the machine has, that of the main thread most of all', async () => {
    const told = await run(`goFirst()
      const threads = (await import('node:fs')).readdirSync('/proc/self/task').map(Number)
      const others = threads.filter((id) => id !== process.pid).map((id) => os.getPriority(id))
      console.log(JSON.stringify({ main: os.getPriority(), others: [...new Set(others)] }))`)
    expect(told).toEqual({ main: PRIORITY_HIGH, others: [PRIORITY_ABOVE_NORMAL] })
  })

  it('is the usual one where it may not be raised', async () => {
    expect(await run('goFirst(); console.log(os.getPriority())', WITHOUT_THE_RIGHT)).toBe(PRIORITY_NORMAL)
  })

  it('is not that of the threads for which nobody waits', async () => {
    const told = await run(`goFirst()
      const threads = [await inThread('takeTurns'), await inThread('goLast')]
      console.log(JSON.stringify([...threads, os.getPriority()]))`)
    expect(told).toEqual([PRIORITY_NORMAL, PRIORITY_LOW, PRIORITY_HIGH])
  })
})

describe.runIf(mayRaise && existsSync('/proc/self/autogroup'))('the priority of the session', () => {
  const READ = `const { readFileSync, writeFileSync } = await import('node:fs')
    const session = () => Number(readFileSync('/proc/self/autogroup', 'utf8').trim().split(' ').at(-1))`

  it('is higher than that of others', async () => {
    expect(await run(`${READ}; goFirst(); console.log(session())`)).toBe(PRIORITY_ABOVE_NORMAL)
  })

  it('stays where somebody else has begun it', async () => {
    const told = await run(`${READ}; goFirst(); console.log(session())`, ['sh', '-c', '"$@"; true', 'sh'])
    expect(told).toBe(PRIORITY_NORMAL)
  })

  it('stays where somebody has given it one', async () => {
    const told = await run(`${READ}; writeFileSync('/proc/self/autogroup', '3'); goFirst(); console.log(session())`)
    expect(told).toBe(3)
  })
})

describe.runIf(isUsual)('the priority that somebody has given to the program', () => {
  it('stays', async () => {
    const told = await run(`os.setPriority(${PRIORITY_BELOW_NORMAL}); goFirst(); console.log(os.getPriority())`)
    expect(told).toBe(PRIORITY_BELOW_NORMAL)
  })

  it('is not raised for a thread that would go with the others', async () => {
    const told = await run(`os.setPriority(${PRIORITY_LOW}); console.log(await inThread('takeTurns'))`)
    expect(told).toBe(PRIORITY_LOW)
  })
})
