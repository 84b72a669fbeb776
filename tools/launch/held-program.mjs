import { spawn } from 'node:child_process'
import { nodeEnvironment, PROJECT } from './installation.mjs'

/**
 * Runs a program and buffers its output, so that the output of two programs does not mix.
 * @returns its `pid`; `end`, a promise of its exit code; and `speak`, which prints the buffered output and stops
 *   buffering. The program is stopped when this process exits.
 */
export function runHeld(program, args, extra = {}) {
  const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const env = nodeEnvironment({ ...colors, ...extra })
  const child = spawn(program, args, { cwd: PROJECT, stdio: ['ignore', 'pipe', 'pipe'], env })
  const stop = () => child.kill()
  process.once('exit', stop)
  const held = []
  let say = (stream, said) => held.push([stream, said])
  child.stdout.on('data', (chunk) => say(process.stdout, chunk))
  child.stderr.on('data', (chunk) => say(process.stderr, chunk))
  const end = new Promise((resolve) => {
    child.on('error', ({ message }) => {
      say(process.stderr, `${message}\n`)
      resolve(1)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
  void end.then(() => process.off('exit', stop))
  return {
    pid: child.pid,
    end,
    speak() {
      say = (stream, said) => stream.write(said)
      for (const [stream, said] of held) say(stream, said)
    },
  }
}
