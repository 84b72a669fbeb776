import { existsSync } from 'node:fs'
import { hasRoomInMemory } from '../../tools/test-files.ts'

/** Debian's Chromium, without windows where that is installed: it takes a fifth less of the processor. */
const PROGRAM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((program) => existsSync(program))

/** Playwright lets pages hand their pictures over on disk, as memory is scarce in some containers. */
const ON_DISK = '--disable-dev-shm-usage'

/** How journeys start their browser. */
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
