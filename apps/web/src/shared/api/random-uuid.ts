import { newActionKey } from './action-key.ts'

/** Where the hexadecimal digits of a uuid are parted. */
const PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/** An id for something that is made here, so that sending it twice makes it once. */
export function randomUuid(): string {
  return newActionKey().replace(PARTS, '$1-$2-$3-$4-$5')
}
