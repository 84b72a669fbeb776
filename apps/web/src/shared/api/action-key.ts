const KEY_BYTES = 16

/**
 * A key that names one action of the player: 128 random bits. `crypto.randomUUID` is missing where the page comes over
 * plain HTTP, as from a server in the home network.
 */
export function newActionKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
