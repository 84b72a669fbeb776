import { hash } from 'node:crypto'
import type { ContentPack } from '../pack.ts'

/** SHA-256 of a pack's content in hex: equal digests mean equal games. */
export function packDigest(pack: ContentPack): string {
  const { itemById: _itemById, tagNames, pictures, ...rest } = pack
  return hash('sha256', JSON.stringify([rest, [...tagNames], ...pictures]), 'hex')
}
