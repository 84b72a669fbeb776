const KEY_BYTES = 16

/**
 * Idempotency key of one player action: 128 random bits. Avoids `crypto.randomUUID`, which does not exist over plain
 * HTTP, e.g. on a home network.
 */
export function newActionKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
