import { readConfig } from './config.ts'
import { settingsHelp } from './settings.ts'
import type { Logger } from 'pino'
import { createLogger } from './logger.ts'
import { startServer, type RunningServer } from './start-server.ts'

/** Whatever this process makes is for its own user. */
const OWN_FILES_ONLY = 0o077
process.umask(OWN_FILES_ONLY)

const PERCENT = 100
const END_TIMEOUT_MS = 4_000
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
  const log = createLogger(read.config.logLevel)
  try {
    const server = await startServer({ config: read.config, log, onDemoProgress: showProgress() })
    console.log(`Clutch is ready: ${server.url}`)
    if (server.firstAdminLink !== undefined) {
      console.log(
        `Nobody is admin yet. Who opens this link within 15 minutes and signs in becomes it:\n  ${server.firstAdminLink}`,
      )
    }
    endOnSignals(server, log)
  } catch (error) {
    log.fatal({ err: error }, 'the server could not start')
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
    process.exit()
  }
}

/** Ends in bounded time, whatever hangs: a server that is cut off loses nothing that was acknowledged. */
function endOnSignals(server: RunningServer, log: Logger): void {
  let isEnding = false
  const end = (): void => {
    // A terminal tells everybody, and so does the program that started this one.
    if (isEnding) return
    isEnding = true
    setTimeout(() => {
      log.fatal('the server did not end in time and is cut off')
      process.exit(1)
    }, END_TIMEOUT_MS)
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'the server did not end well')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  // The program that started this one is gone, and with it whoever could stop it.
  process.on('disconnect', end)
}

/** A bar on a terminal, a line now and then elsewhere. */
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
