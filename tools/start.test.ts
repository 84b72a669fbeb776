import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'

const PROJECT = fileURLToPath(new URL('..', import.meta.url))
/** Time limit of a shutdown (docs/operations.md). */
const END_MAX_MS = 5_000
/** Tolerance for a busy machine. */
const SLACK_MS = 30_000
let folder: string
let started: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clutch-start-'))
  cpSync(inject('pgliteTemplate'), folder, { recursive: true })
})
afterEach(() => {
  if (started?.pid !== undefined) for (const pid of groupOf(started.pid)) process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Live processes of a process group. */
function groupOf(group: number): number[] {
  try {
    const listed = execFileSync('ps', ['-eo', 'pid=,pgid=,stat='], { encoding: 'utf8' })
    return listed
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, pgid, stat]) => Number(pgid) === group && stat?.startsWith('Z') !== true)
      .map(([pid]) => Number(pid))
  } catch {
    return []
  }
}

/** Runs `npm start` in a separate process group, like a shell. */
async function startAsUser(): Promise<number> {
  const child = spawn('npm', ['start'], {
    cwd: PROJECT,
    detached: true,
    env: { ...process.env, NODE_ENV: '', PORT: '0', PLATFORM_SIM_PORT: '0', DEMO: 'off', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started = child
  for await (const line of createInterface(child.stdout)) {
    if (line.includes('Clutch is ready')) return child.pid ?? 0
  }
  throw new Error('npm start ended before it was ready')
}

describe('npm start', () => {
  it.each([
    ['Ctrl-C, which the terminal sends to all of it', 'SIGINT', 'group'],
    ['SIGTERM to npm alone, as a supervisor sends it', 'SIGTERM', 'npm'],
  ] as const)('ends soon after %s, with nothing left behind', async (_how, signal, whom) => {
    const pid = await startAsUser()
    expect(groupOf(pid).length).toBeGreaterThan(2)
    const ended = started === undefined ? undefined : once(started, 'exit')
    const askedAtMs = performance.now()
    process.kill(whom === 'group' ? -pid : pid, signal)
    await ended
    await expect.poll(() => groupOf(pid)).toEqual([])
    expect(performance.now() - askedAtMs).toBeLessThan(END_MAX_MS + SLACK_MS)
  })

  it('stops when one of its processes is killed', async () => {
    const pid = await startAsUser()
    const [victim] = execFileSync('pgrep', ['-g', String(pid), '-f', 'platform-sim/src/main.ts'], {
      encoding: 'utf8',
    }).split('\n')
    process.kill(Number(victim), 'SIGKILL')
    await expect.poll(() => groupOf(pid)).toEqual([])
  })
})
