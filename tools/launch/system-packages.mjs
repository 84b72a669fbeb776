import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

const POSTGRES_FOLDER = '/usr/lib/postgresql'
/** Chromium without windows takes a fifth less of the processor; the journeys use it where it is there. */
const HEADLESS = { package: 'chromium-headless-shell', program: '/usr/bin/chromium-headless-shell' }
const CHROMIUM = '/usr/bin/chromium'

/** What tests need of the system, the Debian package it comes in, and how to tell that it is there. */
const NEEDED = [
  {
    what: 'Chromium',
    packages: [HEADLESS.package],
    isThere: () => existsSync(HEADLESS.program) || existsSync(CHROMIUM),
  },
  {
    what: 'PostgreSQL',
    packages: ['postgresql'],
    isThere: () => existsSync(POSTGRES_FOLDER) && readdirSync(POSTGRES_FOLDER).some((version) => Number(version) >= 15),
  },
]

/** Installs what is missing when that is possible, else says how and ends. */
export function ensureSystemPackages() {
  const missing = NEEDED.filter(({ isThere }) => !isThere())
  const packages = missing.flatMap(({ packages: names }) => names)
  if (missing.length > 0) {
    const what = missing.map((each) => each.what).join(' and ')
    console.log(`Installing ${what}…`)
    if (!install(packages) || !missing.every(({ isThere }) => isThere())) {
      console.error(
        `The tests need ${what}. On Debian: sudo apt-get install --no-install-recommends ${packages.join(' ')}`,
      )
      process.exit(1)
    }
  }
  // Where there is Chromium already, this is welcome, and nothing more.
  if (!existsSync(HEADLESS.program)) install([HEADLESS.package], 'ignore')
}

/** Installs packages where that is possible: by apt, as root, and with a network that answers. */
function install(packages, stderr = 'inherit') {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  return apt(['update'], stderr) && apt(['install', '-y', '--no-install-recommends', ...packages], stderr)
}

function apt(args, stderr) {
  const patience = ['-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=1']
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { stdio: ['ignore', 'ignore', stderr], env: environment }
  return spawnSync('apt-get', ['-qq', ...patience, ...args], options).status === 0
}
