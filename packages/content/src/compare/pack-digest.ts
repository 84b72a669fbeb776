import { hash } from 'node:crypto'
import type { ContentPack } from '../pack.ts'

/** SHA-256 of all that a pack says, as hexadecimal digits: two folders with the same digest are the same game. */
export function packDigest(pack: ContentPack): string {
  const { itemById: _itemById, tagNames, ...rest } = pack
  return hash('sha256', JSON.stringify([rest, [...tagNames]]), 'hex')
}
