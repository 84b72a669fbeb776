/** A player as entered by an operator. */
export interface Entry {
  readonly kind: 'steam_id' | 'uuid' | 'name'
  readonly text: string
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const STEAM_ID = /^7656119\d{10}$/

/**
 * Splits a pasted list by lines, commas, semicolons and tabs. Names may contain spaces; adjacent ids separated by spaces are
 * recognized.
 */
export function readEntries(text: string): Entry[] {
  return text
    .split(/[\n\r,;\t]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part) => {
      const words = part.split(/\s+/).map(toEntry)
      return words.every(({ kind }) => kind !== 'name') ? words : [toEntry(part)]
    })
}

function toEntry(text: string): Entry {
  if (STEAM_ID.test(text)) return { kind: 'steam_id', text }
  return { kind: UUID.test(text) ? 'uuid' : 'name', text }
}
