import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { nodeEnvironment, nodeProgram, PROJECT } from './installation.mjs'

/** With NATS, a server sends its players' connections to others first. */
const KILL_AFTER_MS = process.env.NATS_URL === undefined ? 4_500 : 10_500
const PARENT_CHECK_MS = 250
const children = new Set()
let stopping = false

/** Starts a process of Clutch. If one process ends, all are stopped. */
export function startPart(args, environment, onLine) {
  const child = spawn(nodeProgram(), args, {
    cwd: PROJECT,
    env: nodeEnvironment(environment),
    // The IPC channel carries no messages; when it closes, the child stops.
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
 * Stops everything on a signal, and when npm has ended: npm forwards signals only to its shell, which dies without
 * forwarding them.
 */
export function stopWithTerminal() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopAll())
  if (process.env.npm_lifecycle_event === undefined) return
  const shell = process.ppid
  setInterval(() => {
    if (process.ppid !== shell && !stopping) stopAll()
  }, PARENT_CHECK_MS).unref()
}

/** Stops all processes, then this one. */
export function stopAll(code = 0) {
  stopping = true
  process.exitCode = code
  if (children.size === 0) process.exit()
  for (const child of children) child.kill('SIGTERM')
  // A hanging process must not block the terminal.
  setTimeout(() => {
    for (const child of children) child.kill('SIGKILL')
  }, KILL_AFTER_MS).unref()
}

/** The requested port if free, otherwise any free one. */
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
