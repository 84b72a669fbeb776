import { existsSync } from 'node:fs'
import { hasRoomInMemory } from '../../tools/test-files.ts'

/** Debian's Chromium, preferably headless: it uses a fifth less processor time. */
const PROGRAM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((program) => existsSync(program))

/** Makes Chromium use disk instead of shared memory, which is scarce in some containers. */
const ON_DISK = '--disable-dev-shm-usage'

/** Launch options of the journeys' browser. */
export const CHROMIUM = {
  executablePath: PROGRAM ?? 'chromium',
  ignoreDefaultArgs: hasRoomInMemory() ? [ON_DISK] : [],
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
