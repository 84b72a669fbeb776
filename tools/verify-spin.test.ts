import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'

const PROGRAM = fileURLToPath(new URL('./verify-spin.ts', import.meta.url))
const SEED = Array.from({ length: 32 }, (_, index) => index.toString(16).padStart(2, '0')).join('')

const folder = mkdtempSync(join(tmpdir(), 'clutch-verify-'))
const table = join(folder, 'table.txt')
writeFileSync(table, '0:5:700\n1001:1:250\n1002:2:49\n1003:1:1\n')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function verify(...options: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...options])
  return stdout
}

describe('the spin verifier', () => {
  it('reproduces the published test vector and the hash of its seed', async () => {
    const text = await verify('--seed', SEED, '--client', 'player-1', '--nonce', '4', '--table', table)
    expect(text).toContain('seed hash   630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd')
    expect(text).toContain('roll        867 of 1000')
    expect(text).toContain('prize       1: 1 of item 1001')
  })

  it('rejects an invalid seed', async () => {
    await expect(verify('--seed', 'zz', '--client', 'a', '--nonce', '0', '--table', table)).rejects.toThrow(
      '64 hex digits',
    )
  })
})
