import { execFile } from 'node:child_process'
import { constants, getPriority } from 'node:os'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const MODULE = JSON.stringify(new URL('priority.ts', import.meta.url).href)
const { PRIORITY_ABOVE_NORMAL, PRIORITY_BELOW_NORMAL, PRIORITY_LOW, PRIORITY_NORMAL } = constants.priority

/** A process begins with the priority of whoever starts it: what it tells is said of one that begins as usual. */
const isUsual = getPriority() === PRIORITY_NORMAL
const mayRaise = isUsual && process.platform === 'linux' && process.getuid?.() === 0

/** What a program prints that may use the module, `os` and a thread that does as it is told and says what it has then. */
async function run(lines: string): Promise<unknown> {
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
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  return JSON.parse(stdout)
}

describe.runIf(mayRaise)('the priority of the program', () => {
  it('is higher than what else runs on the machine has, and so is that of its threads', async () => {
    const told = await run(`goFirst()
      const threads = (await import('node:fs')).readdirSync('/proc/self/task')
      console.log(JSON.stringify(threads.map((id) => os.getPriority(Number(id)))))`)
    expect(new Set(told as number[])).toEqual(new Set([PRIORITY_ABOVE_NORMAL]))
  })

  it('is not that of the threads for which nobody waits', async () => {
    const told = await run(`goFirst()
      const threads = [await inThread('takeTurns'), await inThread('goLast')]
      console.log(JSON.stringify([...threads, os.getPriority()]))`)
    expect(told).toEqual([PRIORITY_NORMAL, PRIORITY_LOW, PRIORITY_ABOVE_NORMAL])
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
