import { readConfig, settingsHelp } from './config.ts'
import { createLogger, startServer } from './start-server.ts'

/** Whatever this process makes is for its own user. */
const OWN_FILES_ONLY = 0o077
process.umask(OWN_FILES_ONLY)

const PERCENT = 100
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
    const stop = (): void => void server.close().then(() => process.exit(0))
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
    // The program that started this one is gone, and with it whoever could stop it.
    process.once('disconnect', stop)
  } catch (error) {
    log.fatal({ err: error }, 'the server could not start')
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
    process.exit()
  }
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
