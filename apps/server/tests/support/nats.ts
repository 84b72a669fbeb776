import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from './free-port.ts'

/** Debian puts it where only root looks. */
const PROGRAMS_PATH = `${process.env['PATH'] ?? ''}:/usr/sbin`
const READY_TRIES_MAX = 200
const READY_PAUSE_MS = 25

/** A nats-server on a free port. */
export interface TestNats {
  readonly port: number
  /** Settings with which servers use it. */
  readonly environment: Readonly<Record<string, string>>
  /** Ends it; `start` starts it again on the same port. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** @param args further arguments, such as `--user` and `--pass` */
export async function startNats(args: readonly string[] = []): Promise<TestNats> {
  const port = await findFreePort()
  let child: ChildProcess | undefined
  const start = async (): Promise<void> => {
    child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port), ...args], {
      env: { ...process.env, PATH: PROGRAMS_PATH },
      stdio: 'ignore',
    })
    for (let tries = 0; tries < READY_TRIES_MAX; tries += 1) {
      if (await accepts(port)) return
      await wait(READY_PAUSE_MS)
    }
    throw new Error('nats-server did not become ready')
  }
  await start()
  return {
    port,
    environment: { NATS_URL: `nats://127.0.0.1:${port}` },
    start,
    async stop() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
