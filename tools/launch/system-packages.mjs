import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

const NATS = '/usr/sbin/nats-server'
const POSTGRES_FOLDER = '/usr/lib/postgresql'
/** Headless Chromium takes a fifth less CPU time; browser tests use it if installed. */
const HEADLESS = { package: 'chromium-headless-shell', program: '/usr/bin/chromium-headless-shell' }
const CHROMIUM = '/usr/bin/chromium'

/** System programs that tests need, with their Debian packages. */
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
  { what: 'nats-server', packages: ['nats-server'], isThere: () => existsSync(NATS) },
]

/** Installs missing packages if possible; otherwise prints how and exits. */
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
  // Optional if Chromium is installed.
  if (!existsSync(HEADLESS.program)) install([HEADLESS.package], 'ignore')
}

/** Installs packages with apt, as root. */
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
