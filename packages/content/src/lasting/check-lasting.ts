import type { ContentPack } from '../pack.ts'
import type { ContentProblem } from '../problem.ts'
import { findPlan } from './find-plan.ts'
import { COINS_ASSET, listProcesses, type Asset, type Process } from './processes.ts'

/**
 * Whether a world made of this pack can go on for ever: everything that is used up has a lasting source, and nothing
 * grows out of itself. Both are questions to a linear program over what players can do, on average. Harvests are
 * springs: they bring things out of time, so they may fill the world, and nothing else may.
 * Not part of loading a pack: in a real game, things also come from the game.
 */
export function checkLasting(pack: ContentPack): ContentProblem[] {
  const processes = listProcesses(pack)
  return [...findWithoutSource(pack, processes), ...findMint(processes)]
}

/** Coins come from outside of all this, from salaries and the platform, so shops are lasting sources. */
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
    return problemAt(place, `It uses up ${name} (${asset}), and nothing brings that for ever.`)
  })
}

/** Stands for a unit of anything: what a loop leaves over. */
const GAIN = 'gain slot 0'

function findMint(processes: readonly Process[]): ContentProblem[] {
  const measured = processes
    .filter(({ isSpring }) => !isSpring)
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
  return [problemAt(places[0] ?? '', `More comes out than goes in when these are run in turn: ${places.join('; ')}.`)]
}

function problemAt(place: string, message: string): ContentProblem {
  const [file = '', ...entry] = place.split(', ')
  return { file, entry: entry.length === 0 ? null : entry.join(', '), field: '', message }
}
