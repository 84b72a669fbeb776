import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { nodeEnvironment, nodeProgram, PROJECT } from './installation.mjs'

const KILL_AFTER_MS = 4_500
const PARENT_CHECK_MS = 250
const children = new Set()
let stopping = false

/** Starts a part of Clutch; when one part ends by itself, so do all. */
export function startPart(args, environment, onLine) {
  const child = spawn(nodeProgram(), args, {
    cwd: PROJECT,
    env: nodeEnvironment(environment),
    // The channel carries nothing: its end tells a part that nobody is left to stop it.
    stdio: ['ignore', onLine === undefined ? 'inherit' : 'pipe', 'inherit', 'ipc'],
  })
  children.add(child)
  child.stdout?.on('data', (chunk) => onLine(String(chunk)))
  child.once('exit', (code) => {
    children.delete(child)
    if (!stopping) stopAll(code ?? 1)
    else if (children.size === 0) process.exit()
  })
  return child
}

/**
 * Ends everything when a signal comes, and when npm is gone: npm passes signals on to its shell, which dies of them
 * without a word to what it runs.
 */
export function stopWithTerminal() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopAll())
  if (process.env.npm_lifecycle_event === undefined) return
  const shell = process.ppid
  setInterval(() => {
    if (process.ppid !== shell && !stopping) stopAll()
  }, PARENT_CHECK_MS).unref()
}

/** Ends every part and then this process. */
export function stopAll(code = 0) {
  stopping = true
  process.exitCode = code
  if (children.size === 0) process.exit()
  for (const child of children) child.kill('SIGTERM')
  // Parts end by themselves within four seconds; whatever hangs must not hold up a terminal.
  setTimeout(() => {
    for (const child of children) child.kill('SIGKILL')
  }, KILL_AFTER_MS).unref()
}

/** The wanted port where it is free, else any free one; 0 is always any. */
export function choosePort(wanted) {
  return listenOnce(wanted).catch(() => listenOnce(0))
}

function listenOnce(port) {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : port))
    })
  })
}
