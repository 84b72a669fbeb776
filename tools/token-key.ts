import { newKeyText, rotateKeyFile } from '../apps/server/src/auth/signing-keys.ts'
import { readConfig } from '../apps/server/src/config.ts'

/**
 * `npm run token-key`: prints a new key for TOKEN_KEYS. `npm run token-key -- rotate`: puts a new one into DATA_DIR, which
 * the server signs with from its next start on. Nobody is signed out: what the old key signed stays good for its ten
 * minutes.
 */
if (process.argv[2] === 'rotate') {
  const read = readConfig(process.env)
  if (!read.ok) throw new Error(read.problems.join('\n'))
  console.log(`The server signs with key ${rotateKeyFile(read.config.dataDir)} from its next start on.`)
} else {
  console.log(newKeyText())
}
