import { spawn } from 'node:child_process'
import { nodeEnvironment, PROJECT } from './installation.mjs'

/**
 * Runs a program and holds back what it says, so that two do not talk at once.
 * @returns its `pid`, `end`, its exit code once it has come to its end, and `speak`, which says what was held back and lets
 *   it go on by itself. It ends with the program that runs it.
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
