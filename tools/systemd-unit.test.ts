import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findFreePort } from '../apps/server/tests/support/free-port.ts'
import { SETTINGS } from '../apps/server/src/settings.ts'

const PROJECT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const NOBODY = 65_534
/** What `systemd-analyze security` calls well protected, times ten. */
const EXPOSURE_MAX = '20'
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

let folder: string
let server: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clutch-unit-'))
})
afterEach(() => {
  server?.kill('SIGKILL')
  server = undefined
  rmSync(folder, { recursive: true, force: true })
})

/** The unit with this checkout and folders of the test in place of those that it names. */
function readUnit(): string {
  return readFileSync(join(PROJECT, 'deploy/clutch.service'), 'utf8')
    .replaceAll('/opt/clutch', PROJECT)
    .replaceAll('/var/lib/clutch', join(folder, 'state'))
    .replaceAll('/var/cache/clutch', join(folder, 'cache'))
    .replaceAll('/etc/clutch.env', join(folder, 'clutch.env'))
}

function valuesOf(unit: string, key: string): string[] {
  return Array.from(unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm')), ([, value = '']) => value)
}

function environmentOf(unit: string): Record<string, string> {
  const pairs = valuesOf(unit, 'Environment').flatMap((line) => line.split(' '))
  return Object.fromEntries(pairs.map((pair) => [pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1)]))
}

/** The user nobody if the tests run as root, as long as it can read this checkout. */
function unprivileged(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const nobody = { uid: NOBODY, gid: NOBODY }
  const reading = spawnSync('/usr/bin/test', ['-r', join(PROJECT, 'package.json')], nobody)
  return reading.status === 0 ? nobody : {}
}

describe('the systemd unit', () => {
  it('names settings that exist, also in its example file', () => {
    const example = parseEnv(
      readFileSync(join(PROJECT, 'deploy/clutch.env'), 'utf8').replaceAll(/^#(?=[A-Z_]+=)/gm, ''),
    )
    const named = [...Object.keys(environmentOf(readUnit())), ...Object.keys(example)]
    const ofNode = new Set(['NODE_ENV', 'NODE_COMPILE_CACHE'])
    expect(named.filter((name) => !Object.hasOwn(SETTINGS, name) && !ofNode.has(name))).toEqual([])
  })

  it('starts a server with the packaged Node, as an unprivileged user with an empty state folder', async () => {
    const unit = readUnit()
    const folders = ['state', 'cache'].map((name) => join(folder, name))
    for (const each of folders) mkdirSync(each, { mode: 0o700 })
    const user = unprivileged()
    if (user.uid !== undefined) for (const each of folders) chownSync(each, user.uid, user.uid)
    chmodSync(folder, 0o755)
    const example = parseEnv(readFileSync(join(PROJECT, 'deploy/clutch.env'), 'utf8'))
    const port = await findFreePort()
    const environment = { ...environmentOf(unit), ...example, PORT: String(port) }
    const [command = ''] = valuesOf(unit, 'ExecStart')
    const [cwd = ''] = valuesOf(unit, 'WorkingDirectory')
    const [program = '', ...args] = command.split(' ')
    server = spawn(program, args, { cwd, env: environment, ...user, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(server, 'exit')
    let output = ''
    server.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
    // Before it says so, a signal ends it at once.
    await expect.poll(() => output).toContain('Clutch is ready')
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
        ({ status }) => status,
        () => undefined,
      )
    await expect.poll(isReady).toBe(200)
    server.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  it.runIf(hasSystemd)('is valid, and well protected', () => {
    const path = join(folder, 'clutch.service')
    writeFileSync(path, readUnit())
    cpSync(join(PROJECT, 'deploy/clutch.env'), join(folder, 'clutch.env'))
    const analyze = (...args: string[]): string => {
      const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, path], { encoding: 'utf8' })
      return `${status}${stdout}${stderr}`
    }
    expect(analyze('verify', '--man=no')).toBe('0')
    expect(analyze('security', '--offline=yes', `--threshold=${EXPOSURE_MAX}`)).toMatch(/^0/)
  })
})
