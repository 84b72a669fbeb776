import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { nodeProgram, PROJECT, run } from './installation.mjs'

const PAGE = join(PROJECT, 'apps', 'web', 'dist', 'index.html')
/** Sources of the web app. */
const SOURCES = ['apps/web', 'packages/contract/src', 'packages/economy/src', 'package-lock.json']
const NOT_SOURCES = new Set(['dist', 'node_modules', 'test-results'])

/** Builds the web app if a source is newer than its page; exits on failure. */
export function ensureBuilt() {
  if (existsSync(PAGE) && SOURCES.every((source) => newestChangeMs(join(PROJECT, source)) <= statSync(PAGE).mtimeMs))
    return
  console.log('Building the web app…')
  const npm = process.env.npm_execpath
  const [program, args] = npm === undefined ? ['npm', []] : [nodeProgram(), [npm]]
  if (run(program, [...args, 'run', 'build', '--silent', '--workspace', '@clutch/web']) === 0) return
  console.error('Building the web app failed: see the messages above.')
  process.exit(1)
}

function newestChangeMs(path) {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return readdirSync(path)
    .filter((name) => !NOT_SOURCES.has(name))
    .reduce((newest, name) => Math.max(newest, newestChangeMs(join(path, name))), 0)
}
