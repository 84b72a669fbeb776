import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

const POSTGRES_FOLDER = '/usr/lib/postgresql'

/** What tests need of the system, the Debian package it comes in, and how to tell that it is there. */
const NEEDED = [
  { what: 'Chromium', packages: ['chromium'], isThere: () => existsSync('/usr/bin/chromium') },
  {
    what: 'PostgreSQL',
    packages: ['postgresql'],
    isThere: () => existsSync(POSTGRES_FOLDER) && readdirSync(POSTGRES_FOLDER).some((version) => Number(version) >= 15),
  },
]

/** Installs what is missing when that is possible, else says how and ends. */
export function ensureSystemPackages() {
  const missing = NEEDED.filter(({ isThere }) => !isThere())
  if (missing.length === 0) return
  const packages = missing.flatMap(({ packages: names }) => names)
  const install = ['install', '-y', '--no-install-recommends', ...packages]
  console.log(`Installing ${missing.map(({ what }) => what).join(' and ')}…`)
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const isDone = canInstall && apt(['update']) && apt(install) && missing.every(({ isThere }) => isThere())
  if (isDone) return
  console.error(
    `The tests need ${missing.map(({ what }) => what).join(' and ')}. On Debian: sudo apt-get ${install.join(' ')}`,
  )
  process.exit(1)
}

function apt(args) {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return (
    spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env: environment }).status === 0
  )
}
