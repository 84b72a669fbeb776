import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Files of a pack by name; strings and bytes are written verbatim, other values as JSON. */
export type PackFiles = Readonly<Record<string, unknown>>

const ORE = {
  id: 101,
  name: { en: 'Ore', ru: 'Руда' },
  icon: 'ore',
  name_color: 'b87333',
  tags: ['family:ore'],
  can_sell: true,
}

/** A small valid pack; tests break one thing in a copy. */
export const SOUND_PACK = {
  'pack.json': {
    id: 'test-pack',
    version: '1',
    name: { en: 'Test' },
    languages: ['en'],
    starter_pack: { coins: 10, items: [{ item_id: 101, count: 1 }] },
    energy: { item_id: 102, duration_sec: 60 },
    chat_channels: [{ id: 1, name: { en: 'All' }, color: 'ffffff' }],
  },
  'items/ores.json': { items: [ORE, { ...ORE, id: 102 }] },
  'bundles.json': {
    bundles: [
      { id: 40, name: { en: 'Nothing' }, icon: 'ore', name_color: '000000', hidden: true, contents: [] },
      { id: 201, name: { en: 'Sack' }, icon: 'swap-bag', name_color: '000000', contents: [{ item_id: 101, count: 3 }] },
    ],
  },
  'generators.json': {
    generators: [
      {
        id: 301,
        name: { en: 'Find' },
        icon: 'river',
        name_color: '000000',
        draws: [
          { item_id: 201, weight: 1 },
          { item_id: 40, weight: 9 },
        ],
      },
    ],
  },
} as const satisfies PackFiles

/** An item of an item file, with changes. */
export function itemWith(changes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...ORE, ...changes }
}

/** Writes a pack into a temporary folder and removes it after `use`. */
export async function withPackFolder<T>(files: PackFiles, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'clutch-pack-'))
  try {
    for (const [file, value] of Object.entries(files)) {
      const target = path.join(folder, file)
      await mkdir(path.dirname(target), { recursive: true })
      await writeFile(target, typeof value === 'string' || value instanceof Uint8Array ? value : JSON.stringify(value))
    }
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
