import { newKeyText, rotateKeyFile } from '../apps/server/src/auth/signing-keys.ts'
import { readConfig } from '../apps/server/src/config.ts'

/**
 * `npm run token-key`: prints a new key for TOKEN_KEYS. `npm run token-key -- rotate`: adds a new key to DATA_DIR, used
 * from the next start on. Players stay signed in: tokens signed with the old key stay valid for ten minutes.
 */
if (process.argv[2] === 'rotate') {
  const read = readConfig(process.env)
  if (!read.ok) throw new Error(read.problems.join('\n'))
  console.log(`The server will sign with key ${rotateKeyFile(read.config.dataDir)} from its next start.`)
} else {
  console.log(newKeyText())
}
