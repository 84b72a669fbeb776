import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockFolder } from '../../src/store/folder-lock.ts'

const LOCK_MODULE = new URL('../../src/store/folder-lock.ts', import.meta.url).href
const STARTERS = 8
const ROUNDS = 4

/** Takes the lock and holds it; prints whether it succeeded. */
const HOLDER = `
  const { lockFolder } = await import(${JSON.stringify(LOCK_MODULE)})
  const keep = setInterval(() => {}, 1_000)
  try { await lockFolder(process.argv[1]); console.log('held') }
  catch (error) { console.log(error.message); clearInterval(keep) }`

let folder: string
let children: ChildProcess[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clutch-lock-'))
  children = []
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function startHolder(prefix: readonly string[] = []): Promise<{ child: ChildProcess; said: string }> {
  const [program, ...args] = [...prefix, process.execPath, '--input-type=module', '-e', HOLDER, folder]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  for await (const said of createInterface(child.stdout)) return { child, said }
  throw new Error('The holder ended without output')
}

describe('the lock of a data folder', () => {
  it('rejects a second holder and names the folder', async () => {
    const unlock = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(`${folder} is in use`)
    await unlock()
    const again = await lockFolder(folder)
    await again()
  })

  it('is released the moment its holder is killed, and repeated kills leave a single file', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { child, said } = await startHolder()
      expect(said).toBe('held')
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    expect(readdirSync(folder).filter((name) => name.startsWith('clutch.lock'))).toHaveLength(1)
    const unlock = await lockFolder(folder)
    await unlock()
  })

  it('stays held while its holder is stopped', async () => {
    const { child } = await startHolder()
    child.kill('SIGSTOP')
    await expect(lockFolder(folder)).rejects.toThrow('is in use')
    child.kill('SIGCONT')
  })

  it('goes to exactly one of many processes that find it stale at the same moment', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const started = await Promise.all(Array.from({ length: STARTERS }, () => startHolder()))
      expect(started.filter(({ said }) => said === 'held')).toHaveLength(1)
      for (const { child, said } of started) {
        child.kill('SIGKILL')
        if (said === 'held') await once(child, 'exit')
      }
    }
  }, 60_000)

  it.runIf(process.getuid?.() === 0)('holds between containers that share only the folder', async () => {
    // Separate process ids, network and host name, as in two containers on one volume.
    const isolated = ['unshare', '--fork', '--pid', '--net', '--uts', '--ipc', '--kill-child']
    expect((await startHolder(isolated)).said).toBe('held')
    expect((await startHolder(isolated)).said).toContain('is in use')
  })

  it("works in a folder whose path is longer than a socket's may be", async () => {
    const long = join(folder, 'a'.repeat(100), 'b'.repeat(100))
    const unlock = await lockFolder(long)
    await expect(lockFolder(long)).rejects.toThrow('is in use')
    await unlock()
  })
})
