import type { ContentPack } from '@clutch/content'
import type { Catalogue } from '@clutch/economy'
import type { Kysely } from 'kysely'
import { createIconSprite, type IconSprite } from '../../content/icon-sprite.ts'
import { publishCatalogue, type PublishedCatalogue } from '../../content/item-definitions.ts'
import { toCatalogue } from '../../content/to-catalogue.ts'
import type { Database } from '../../store/database.ts'
import { readPictures } from './stored-contents.ts'
import { openWheel, type OpenedWheel } from '../roulette/open-wheel.ts'

/** A content pack with everything that the server derives from it. */
export interface OpenContent {
  readonly version: number
  readonly digest: string
  readonly loadedAtMs: number
  readonly pack: ContentPack
  readonly catalogue: Catalogue
  readonly published: PublishedCatalogue
  readonly sprite: IconSprite
  /** Bytes of the pack's pictures by digest. */
  readonly pictures: ReadonlyMap<string, Uint8Array>
  readonly roulette: OpenedWheel
}

/** Derives what requests are served from. */
export async function openContent(
  db: Kysely<Database>,
  pack: ContentPack,
  { version, digest, loadedAtMs }: Pick<OpenContent, 'version' | 'digest' | 'loadedAtMs'>,
): Promise<OpenContent> {
  const roulette = await openWheel(db, pack)
  const catalogue = { ...toCatalogue(pack, roulette.terms), contents: { version, past: new Map<number, never>() } }
  const sprite = await createIconSprite(pack)
  const pictures = await readPictures(db, pack)
  const published = publishCatalogue(pack, catalogue, digest, (icon) => sprite.urlOf(icon))
  return { version, digest, loadedAtMs, pack, catalogue, published, sprite, pictures, roulette }
}
