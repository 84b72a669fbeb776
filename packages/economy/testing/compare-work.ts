import { QUEUES } from '../src/areas/jobs/job.ts'
import type { UserId } from '../src/core/numbers.ts'
import type { Account, World } from '../src/core/world.ts'
import type { NaivePlayer, NaiveWork } from './naive-work.ts'

/** Compares a player's stock and work with the twin's. @throws naming the differences. */
export function compareWork(world: World, twin: NaiveWork, userId: UserId): void {
  const [expected, actual] = [linesOfTwin(twin.player(userId)), linesOf(world.account(userId))]
  if (expected.join('\n') === actual.join('\n')) return
  const missing = expected.filter((line) => !actual.includes(line))
  const surplus = actual.filter((line) => !expected.includes(line))
  throw new Error(`${userId} should have [${missing.join('; ')}], has [${surplus.join('; ')}]`)
}

function linesOfTwin({ stock, queues, harvest, energisedUntilMs }: NaivePlayer): string[] {
  return [
    ...stockLines('free', stock.free),
    ...stockLines('held', stock.held),
    ...QUEUES.flatMap((name) => queues[name].map((job) => jobLine(name, job))),
    ...runLines(harvest.runs.map((run) => ({ ...run, count: 1 }))),
    ...experienceLines(harvest.experience),
    `energised until ${energisedUntilMs}`,
  ]
}

function linesOf({ balances, jobs, harvest, energy }: Account): string[] {
  const experience = Array.from(harvest.states(), ([recipeId, state]) =>
    Array.from(state.experience, ([itemId, value]) => [`${recipeId}/${itemId}`, value] as const),
  )
  return [
    ...stockLines('free', new Map(Array.from(balances, ([asset, { free }]) => [asset, free]))),
    ...stockLines('held', new Map(Array.from(balances, ([asset, { held }]) => [asset, held]))),
    ...QUEUES.flatMap((name) =>
      jobs.queue(name).map((job) => jobLine(name, { ...job, startMs: job.startAtMs, endMs: job.endAtMs })),
    ),
    ...runLines(harvest.groups().map((group) => ({ ...group, startMs: group.startAtMs, endMs: group.endAtMs }))),
    ...experienceLines(new Map(experience.flat())),
    `energised until ${energy.untilMs}`,
  ]
}

function stockLines(bucket: string, amounts: ReadonlyMap<number, number>): string[] {
  return Array.from(amounts)
    .filter(([, count]) => count !== 0)
    .toSorted(([a], [b]) => a - b)
    .map(([itemId, count]) => `${count} ${bucket} of item ${itemId}`)
}

interface Job {
  readonly id: string
  readonly recipeId: number
  readonly count: number
  readonly startMs: number
  readonly endMs: number
}

function jobLine(queue: string, { id, recipeId, count, startMs, endMs }: Job): string {
  return `${queue} ${id}: ${count} of recipe ${recipeId}, ${startMs} to ${endMs}`
}

interface Runs {
  readonly recipeId: number
  readonly count: number
  readonly items: readonly { readonly itemId: number; readonly count: number }[]
  readonly startMs: number
  readonly endMs: number
}

/** Equal runs, counted together however they are grouped. */
function runLines(runs: readonly Runs[]): string[] {
  const counts = new Map<string, number>()
  for (const { recipeId, count, items, startMs, endMs } of runs) {
    const held = items.map((item) => `${item.count} of ${item.itemId}`).join(', ')
    const key = `runs of recipe ${recipeId} with ${held}, ${startMs} to ${endMs}`
    counts.set(key, (counts.get(key) ?? 0) + count)
  }
  return Array.from(counts, ([key, count]) => `${count} ${key}`).toSorted()
}

function experienceLines(experience: ReadonlyMap<string, number>): string[] {
  return Array.from(experience)
    .filter(([, value]) => value > 0)
    .map(([key, value]) => `experience ${value} of ${key}`)
    .toSorted()
}
