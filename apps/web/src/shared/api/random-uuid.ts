import { newActionKey } from './action-key.ts'

/** Splits the hexadecimal digits of a uuid into its groups. */
const PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/** A client-side id that makes creation idempotent. */
export function randomUuid(): string {
  return newActionKey().replace(PARTS, '$1-$2-$3-$4-$5')
}
