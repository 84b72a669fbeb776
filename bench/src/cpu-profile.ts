import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The part of V8's `--cpu-prof` output that is read here. */
interface CpuProfile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  /** Microseconds from one sample to the next. */
  readonly timeDeltas: readonly number[]
  readonly endTime: number
}

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string }
  readonly children?: readonly number[]
}

/** Sections of the code by path; the first match counts. */
const SECTIONS: readonly (readonly [path: string, section: string])[] = [
  ['@bufbuild/protobuf', 'encoding and decoding messages'],
  ['packages/contract/src/live', 'encoding and decoding messages'],
  ['node_modules/ws/', 'WebSocket, and writing to sockets'],
  ['node_modules/pg', 'statements: text, parameters, protocol'],
  ['apps/server/src/store', 'statements: text, parameters, protocol'],
  ['packages/economy', 'rules and ledger'],
  ['apps/server/src/writer', 'writer: batches, keys, cache'],
  ['apps/server/src/live', 'live events'],
  ['apps/server/src/areas', 'rows, totals and events of areas'],
  ['apps/server/src', 'validating and answering commands'],
  ['node:_http', "Node's own HTTP"],
  ['node_modules/fastify/', 'Fastify and its plugins'],
  ['node_modules/@fastify/', 'Fastify and its plugins'],
  ['node_modules/find-my-way/', 'Fastify and its plugins'],
  ['node_modules/', 'validating and answering commands'],
]
const GARBAGE_COLLECTION = '(garbage collector)'
const IDLE = '(idle)'

/**
 * Shares of a server's busy time by section. Each sample counts for the innermost frame in a section, so that library
 * time counts for its caller.
 * @param folder with the profile of one process
 * @param seconds at the end of the profile
 * @returns shares of the busy time by section, which sum to 1
 */
export function sharesBySection(folder: string, seconds: number): ReadonlyMap<string, number> {
  const name = readdirSync(folder).find((each) => each.endsWith('.cpuprofile'))
  if (name === undefined) throw new Error('The server wrote no profile')
  const profile = JSON.parse(readFileSync(join(folder, name), 'utf8')) as CpuProfile
  const sectionOf = roomsOf(profile.nodes)
  const timeBySection = new Map<string, number>()
  let [untilEndUs, busyUs] = [0, 0]
  for (let place = profile.samples.length - 1; place >= 0 && untilEndUs < seconds * 1_000_000; place -= 1) {
    const durationUs = profile.timeDeltas[place] ?? 0
    untilEndUs += durationUs
    const section = sectionOf.get(profile.samples[place] ?? 0) ?? IDLE
    if (section === IDLE) continue
    timeBySection.set(section, (timeBySection.get(section) ?? 0) + durationUs)
    busyUs += durationUs
  }
  return new Map(Array.from(timeBySection, ([section, timeUs]) => [section, timeUs / busyUs]))
}

function roomsOf(nodes: readonly ProfileNode[]): ReadonlyMap<number, string> {
  const sectionOf = new Map<number, string>()
  // Parents precede their children.
  for (const { id, callFrame, children = [] } of nodes) {
    const section = ownSectionOf(callFrame) ?? sectionOf.get(id) ?? 'Node itself'
    sectionOf.set(id, section)
    for (const child of children) sectionOf.set(child, section)
  }
  return sectionOf
}

function ownSectionOf({ functionName, url }: ProfileNode['callFrame']): string | undefined {
  if (functionName === GARBAGE_COLLECTION) return 'garbage collection'
  if (functionName === IDLE) return IDLE
  return SECTIONS.find(([path]) => url.includes(path))?.[1]
}
