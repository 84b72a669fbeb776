import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const DEMO_PACK = fileURLToPath(new URL('../../packages/content/packs/demo', import.meta.url))

interface QuickPackOptions {
  /** Duration of every craft and every farm option, in seconds. */
  readonly jobSec: number
  /** Items that each new player receives, by item id. */
  readonly starterItems: Readonly<Record<number, number>>
  /** Market fee on a sale, in basis points; the demo game has none. */
  readonly feeBasisPoints?: number
}

interface PackJson {
  market: { fee_basis_points: number }
  starter_pack: { items: { item_id: number; count: number }[] }
}

interface CraftJson {
  recipes: { time_craft_sec: number }[]
}

interface FactoryJson {
  recipes: { optional_list: { list: { time_for_craft_sec: number }[] }[] }[]
}

interface PackFiles {
  'pack.json': PackJson
  'craft.json': CraftJson
  'factory.json': FactoryJson
}

/** The demo game with jobs that finish within a journey. @returns the folder, which the caller removes */
export function makeQuickPack({ jobSec, starterItems, feeBasisPoints = 0 }: QuickPackOptions): string {
  const folder = mkdtempSync(join(tmpdir(), 'clutch-quick-'))
  cpSync(DEMO_PACK, folder, { recursive: true })
  change(folder, 'pack.json', (pack) => {
    pack.market.fee_basis_points = feeBasisPoints
    pack.starter_pack.items = Object.entries(starterItems).map(([id, count]) => ({ item_id: Number(id), count }))
  })
  change(folder, 'craft.json', ({ recipes }) => {
    for (const recipe of recipes) recipe.time_craft_sec = jobSec
  })
  change(folder, 'factory.json', ({ recipes }) => {
    for (const { optional_list } of recipes) {
      for (const { list } of optional_list) for (const option of list) option.time_for_craft_sec = jobSec
    }
  })
  return folder
}

function change<File extends keyof PackFiles>(
  folder: string,
  file: File,
  edit: (content: PackFiles[File]) => void,
): void {
  const path = join(folder, file)
  const content = JSON.parse(readFileSync(path, 'utf8')) as PackFiles[File]
  edit(content)
  writeFileSync(path, JSON.stringify(content))
}
