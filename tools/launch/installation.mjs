import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the checkout. */
export const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

const NODE_MAJOR = 24
const BIN = join(PROJECT, 'node_modules', '.bin')
/** Where Node keeps compiled code from one start to the next: a start then takes two thirds of the processor's time. */
const COMPILED = join(PROJECT, 'node_modules', '.cache', 'compiled')
const STAMP = join(PROJECT, 'node_modules', '.installed-lock')

/**
 * Installs the packages when the lock file changed since they were last installed. This module runs on the
 * machine's own Node, which may be old: everything else runs on the one that the packages bring along.
 */
export function ensureInstalled() {
  const lock = createHash('sha256')
    .update(readFileSync(join(PROJECT, 'package-lock.json')))
    .digest('hex')
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock) return
  console.log('Installing packages…')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: PROJECT,
    stdio: 'inherit',
  })
  if (status !== 0) {
    console.error('The packages could not be installed: see the messages above.')
    process.exit(1)
  }
  writeFileSync(STAMP, lock)
}

/** The Node that runs Clutch: the machine's when it is new enough, else the installed one. */
export function nodeProgram() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath
  const installed = join(BIN, 'node')
  if (existsSync(installed)) return installed
  console.error(
    `Clutch runs on Node ${NODE_MAJOR}, and none comes as a package for this machine: install it from nodejs.org.`,
  )
  process.exit(1)
}

/** The environment in which programs find that Node and the packages' commands first. */
export function nodeEnvironment(extra = {}) {
  const path = `${BIN}${delimiter}${process.env.PATH ?? ''}`
  return { ...process.env, PATH: path, NODE_COMPILE_CACHE: COMPILED, ...extra }
}

/** Runs a program to its end and answers its exit code. */
export function run(program, args, extra = {}) {
  const { status, error } = spawnSync(program, args, { cwd: PROJECT, stdio: 'inherit', env: nodeEnvironment(extra) })
  if (error !== undefined) console.error(error.message)
  return status ?? 1
}
