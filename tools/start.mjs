import { ensureInstalled, nodeProgram, run } from './launch/installation.mjs'
import { choosePort, startPart, stopWithTerminal } from './launch/processes.mjs'
import { ensureBuilt } from './launch/web-build.mjs'

const SERVER = 'apps/server/src/main.ts'
const PLATFORM_SIM = 'apps/platform-sim/src/main.ts'
const PLATFORM_SIM_PORT = 3001

/**
 * `npm start`: installs and builds what is out of date, then starts the server and, unless a real platform is
 * configured, the simulated one.
 */
ensureInstalled()
if (process.argv.includes('--help')) process.exit(run(nodeProgram(), [SERVER, '--help']))
ensureBuilt()

stopWithTerminal()
if (process.env.STEAM_API_URL === undefined) {
  const wanted = process.env.PLATFORM_SIM_PORT
  const port =
    wanted === undefined || wanted === '0' ? await choosePort(Number(wanted ?? PLATFORM_SIM_PORT)) : Number(wanted)
  const environment = { PLATFORM_SIM_PORT: String(port) }
  startPart([PLATFORM_SIM], environment, () => startPart([SERVER], environment))
} else {
  startPart([SERVER], {})
}
