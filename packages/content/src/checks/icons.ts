import { readFile } from 'node:fs/promises'
import type { ContentProblem } from '../problem.ts'
import type { SourcedItem } from './sourced-item.ts'

const ICON_LIST = new URL('../../icons.txt', import.meta.url)

/** Names of the pictures in the game-icons set, one per line in `icons.txt`. */
export async function readIconNames(): Promise<ReadonlySet<string>> {
  return new Set((await readFile(ICON_LIST, 'utf8')).split('\n').filter((name) => name !== ''))
}

/** The names of available pictures. */
export type IconNames = Pick<ReadonlySet<string>, 'has'>

/** Checks that every item's picture exists. */
export function checkIcons(items: readonly SourcedItem[], icons: IconNames): ContentProblem[] {
  return items
    .filter(({ item }) => !icons.has(item.icon))
    .map(({ item, file, entry }) => ({
      file,
      entry,
      field: 'icon',
      message: `There is no picture "${item.icon}" in the game-icons set.`,
    }))
}
