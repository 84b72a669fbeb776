import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterEach, expect, it, vi } from 'vitest'
import { createLogger, createTerminalLogger } from './logger.ts'

afterEach(() => void vi.useRealTimers())

it('prints on a terminal what needs attention, in words, and keeps everything in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clutch-log-'))
  const printed: string[] = []
  const log = createTerminalLogger('warn', folder, (line) => printed.push(line))
  log.child({}, { level: 'info' }).info({ security: 'sign_in' }, 'security: sign_in')
  log.warn('system clock jumped')
  log.error({ err: new Error('disk full'), session: { token: 'secret' } }, 'batch commit failed')
  expect(printed).toEqual(['warn: system clock jumped', 'error: batch commit failed: disk full'])

  const file = join(folder, 'clutch.log')
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  expect(lines.map((line) => Object(JSON.parse(line)).msg)).toEqual([
    'security: sign_in',
    'system clock jumped',
    'batch commit failed',
  ])
  expect(lines.join()).not.toContain('secret')
  expect(statSync(file).mode & 0o077).toBe(0)
  createTerminalLogger('warn', folder, () => undefined)
  expect(readFileSync(file, 'utf8')).toBe('')
  rmSync(folder, { recursive: true })
})

it('logs a warning or error that repeats once a minute, with the number of repeats', () => {
  vi.useFakeTimers()
  const lines: unknown[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      const { msg, err, webhook, repeated } = Object(JSON.parse(String(chunk)))
      lines.push([msg, err?.message ?? webhook, repeated])
      done()
    },
  })
  const log = createLogger('info', destination)
  const child = log.child({ component: 'http' })
  for (let count = 0; count < 4; count += 1) {
    child.error({ err: new Error('database away') }, 'batch commit failed')
    log.warn({ webhook: count % 2 }, 'webhook disabled')
    log.info('backup completed')
  }
  log.error({ err: new Error('disk full') }, 'batch commit failed')
  const done = ['backup completed', undefined, undefined]
  const atOnce = [
    ['batch commit failed', 'database away', undefined],
    ['webhook disabled', 0, undefined],
    done,
    ['webhook disabled', 1, undefined],
    done,
    done,
    done,
    ['batch commit failed', 'disk full', undefined],
  ]
  expect(lines).toEqual(atOnce)

  vi.advanceTimersByTime(60_000)
  const counts = [
    ['batch commit failed', undefined, 3],
    ['webhook disabled', undefined, 1],
    ['webhook disabled', undefined, 1],
  ]
  expect(lines).toEqual([...atOnce, ...counts])
  child.error({ err: new Error('database away') }, 'batch commit failed')
  expect(lines).toEqual([...atOnce, ...counts, atOnce[0]])
})
