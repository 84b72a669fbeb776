import { spawn } from 'node:child_process'
import { nodeEnvironment, PROJECT } from './installation.mjs'

/**
 * Runs programs at once, to their ends. They do not talk at once: what one says is held back until those before it have
 * ended.
 * @param {{ program: string, args: string[], extra?: Record<string, string> }[]} programs
 * @returns their exit codes
 */
export async function runSideBySide(programs) {
  const running = programs.map(({ program, args, extra }) => begin(program, args, extra))
  const exits = []
  for (const each of running) {
    each.speak()
    exits.push(await each.end)
  }
  return exits
}

function begin(program, args, extra) {
  const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const env = nodeEnvironment({ ...colors, ...extra })
  const child = spawn(program, args, { cwd: PROJECT, stdio: ['ignore', 'pipe', 'pipe'], env })
  /** What it has said and nobody has heard; undefined once it may speak. */
  let held = []
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    from.on('data', (chunk) => {
      if (held === undefined) to.write(chunk)
      else held.push([to, chunk])
    })
  }
  const end = new Promise((resolve) => {
    child.on('error', ({ message }) => {
      console.error(message)
      resolve(1)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
  return {
    end,
    speak() {
      for (const [to, chunk] of held) to.write(chunk)
      held = undefined
    },
  }
}
