import { ensureInstalled } from './launch/installation.mjs'
import { choosePort, startPart, stopWithTerminal } from './launch/processes.mjs'

const PLATFORM_SIM_PORT = 3001
const WEB_PORT = 5173

/** `npm run dev`: restarts or reloads everything on change. Vite serves the web app. */
ensureInstalled()
stopWithTerminal()
const environment = {
  PLATFORM_SIM_PORT: String(await choosePort(PLATFORM_SIM_PORT)),
  PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${WEB_PORT}`,
}
startPart(['--watch', 'apps/platform-sim/src/main.ts'], environment)
startPart(['--watch', 'apps/server/src/main.ts'], environment)
startPart(['node_modules/vite/bin/vite.js', 'apps/web', '--port', String(WEB_PORT), '--strictPort'], environment)
