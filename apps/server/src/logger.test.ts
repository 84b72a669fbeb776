import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTerminalLogger } from './logger.ts'

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
