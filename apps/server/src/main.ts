import { join } from 'node:path'
import { readConfig } from './config.ts'
import { settingsHelp } from './settings.ts'
import type { Logger } from 'pino'
import { createLogger, createTerminalLogger } from './logger.ts'
import { startServer, type RunningServer } from './start-server.ts'

/** Files created by this process are readable by its own user only. */
const OWN_FILES_ONLY = 0o077
process.umask(OWN_FILES_ONLY)

const PERCENT = 100
const END_TIMEOUT_MS = 4_000
/** With NATS, sockets move to other servers first. */
const MOVE_TIMEOUT_MS = 10_000
const BAR_WIDTH = 30
const LINE_EVERY_PERCENT = 10

if (process.argv.includes('--help')) {
  console.log(`Settings, all by environment:\n${settingsHelp()}`)
} else {
  await run()
}

async function run(): Promise<void> {
  const read = readConfig(process.env)
  if (!read.ok) {
    console.error(`Clutch cannot start:\n${read.problems.map((problem) => `  ${problem}`).join('\n')}`)
    process.exitCode = 1
    return
  }
  const { logLevel, dataDir } = read.config
  const isWatched = process.stdout.isTTY && process.env['LOG_LEVEL'] === undefined
  const log = isWatched ? createTerminalLogger(logLevel, dataDir, console.error) : createLogger(logLevel)
  try {
    const server = await startServer({ config: read.config, log, onDemoProgress: showProgress() })
    endOnSignals(server, log, read.config.nats === undefined ? END_TIMEOUT_MS : MOVE_TIMEOUT_MS)
    console.log(`Clutch is ready: ${server.url}`)
    if (isWatched) console.log(`Log: ${join(dataDir, 'clutch.log')}`)
    if (server.firstAdminLink !== undefined) {
      console.log(
        `Nobody is admin yet. Who opens this link within 15 minutes and signs in becomes it:\n  ${server.firstAdminLink}`,
      )
    }
  } catch (error) {
    log.fatal({ err: error }, 'server start failed')
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
    process.exit()
  }
}

/** Stops within a time limit. A server that is cut off loses nothing acknowledged. */
function endOnSignals(server: RunningServer, log: Logger, timeoutMs: number): void {
  let isEnding = false
  const end = (): void => {
    // Ctrl+C signals the whole process group, and the parent process forwards the signal: it arrives twice.
    if (isEnding) return
    isEnding = true
    setTimeout(() => {
      log.fatal('server shutdown timed out')
      process.exit(1)
    }, timeoutMs)
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'server shutdown failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  // The parent process has exited and can no longer stop this one.
  process.on('disconnect', end)
}

/** Shows a progress bar on a terminal; elsewhere prints a line now and then. */
function showProgress(): (done: number) => void {
  let lastPercent = -LINE_EVERY_PERCENT
  return (done) => {
    const percent = Math.floor(done * PERCENT)
    if (process.stdout.isTTY) {
      const filled = Math.floor(done * BAR_WIDTH)
      process.stdout.write(
        `\rMaking a demo world [${'█'.repeat(filled)}${' '.repeat(BAR_WIDTH - filled)}] ${percent} %`,
      )
      if (percent >= PERCENT) process.stdout.write('\n')
    } else if (percent >= lastPercent + LINE_EVERY_PERCENT) {
      lastPercent = percent
      console.log(`Making a demo world: ${percent} %`)
    }
  }
}
