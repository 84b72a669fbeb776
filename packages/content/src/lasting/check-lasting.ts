import type { ContentPack } from '../pack.ts'
import type { ContentProblem } from '../problem.ts'
import { findPlan } from './find-plan.ts'
import { COINS_ASSET, listProcesses, type Asset, type Process } from './processes.ts'

/**
 * Checks that a pack's economy is sustainable: everything consumed has a lasting source, and no loop creates items.
 * Both are linear programs over the average effects of what players can do. Only harvests may create items, since they
 * take time. Not part of loading a pack, because in a real game items also come from the game itself.
 */
export function checkLasting(pack: ContentPack): ContentProblem[] {
  const processes = listProcesses(pack)
  return [...findWithoutSource(pack, processes), ...findMint(processes)]
}

/** Coins also come from salaries and the platform, so shops count as lasting sources. */
function findWithoutSource(pack: ContentPack, processes: readonly Process[]): ContentProblem[] {
  const consumers = new Map<Asset, Process>()
  for (const process of processes) {
    for (const [asset, amount] of process.change) {
      const isItem = typeof asset === 'number' && asset !== COINS_ASSET
      if (isItem && amount < 0 && !consumers.has(asset)) consumers.set(asset, process)
    }
  }
  const { open } = findPlan(processes, [...consumers.keys()], [COINS_ASSET])
  return open.map((asset) => {
    const name = pack.itemById.get(Number(asset))?.names.en ?? 'an item'
    const place = consumers.get(asset)?.place ?? ''
    return problemAt(place, `It consumes ${name} (${asset}), which has no lasting source.`)
  })
}

/** Pseudo-asset for one unit of anything that a loop creates. */
const GAIN = 'gain slot 0'

function findMint(processes: readonly Process[]): ContentProblem[] {
  const measured = processes
    .filter(({ mayCreateItems }) => !mayCreateItems)
    .map((process) => {
      const gain = [...process.change].reduce(
        (sum, [asset, amount]) => (typeof asset === 'number' ? sum + amount : sum),
        0,
      )
      return { ...process, change: new Map(process.change).set(GAIN, gain) }
    })
  const { runs, open } = findPlan(measured, [GAIN])
  if (open.length > 0) return []
  const places = [...new Set(runs.map(({ place }) => place))]
  return [problemAt(places[0] ?? '', `Running these repeatedly creates items: ${places.join('; ')}.`)]
}

function problemAt(place: string, message: string): ContentProblem {
  const [file = '', ...entry] = place.split(', ')
  return { file, entry: entry.length === 0 ? null : entry.join(', '), field: '', message }
}
