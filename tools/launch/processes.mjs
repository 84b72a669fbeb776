import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { nodeEnvironment, nodeProgram, PROJECT } from './installation.mjs'

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

/** Ends every part and then this process. */
export function stopAll(code = 0) {
  stopping = true
  process.exitCode = code
  if (children.size === 0) process.exit()
  for (const child of children) child.kill('SIGTERM')
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
