import { AccessTokens } from '../../src/auth/access-tokens.ts'
import { keysOfSetting } from '../../src/auth/signing-keys.ts'

/** Access tokens under a key of 43 equal letters, with every session open. */
export function tokensOf(letter: string): AccessTokens {
  return new AccessTokens({ keys: keysOfSetting([letter.repeat(43)]), isOpen: () => Promise.resolve(true) })
}
