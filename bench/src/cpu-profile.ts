import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What V8 writes with `--cpu-prof`, as far as it is read here. */
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

/** Rooms of the code, by what the path of a file contains; the first that fits. */
const ROOMS: readonly (readonly [path: string, room: string])[] = [
  ['@bufbuild/protobuf', 'messages to and from bytes'],
  ['packages/contract/src/live', 'messages to and from bytes'],
  ['node_modules/ws/', 'WebSocket, and writing to sockets'],
  ['node_modules/pg', 'statements: text, parameters, protocol'],
  ['apps/server/src/store', 'statements: text, parameters, protocol'],
  ['packages/economy', 'rules and ledger'],
  ['apps/server/src/writer', 'writer: batches, keys, cache'],
  ['apps/server/src/live', 'live events'],
  ['apps/server/src/areas', 'rows, totals and events of the areas'],
  ['apps/server/src', 'checking and answering a command'],
  ['node:_http', "Node's own HTTP"],
  ['node_modules/fastify/', 'Fastify and its plugins'],
  ['node_modules/@fastify/', 'Fastify and its plugins'],
  ['node_modules/find-my-way/', 'Fastify and its plugins'],
  ['node_modules/', 'checking and answering a command'],
]
const GARBAGE_COLLECTION = '(garbage collector)'
const IDLE = '(idle)'

/**
 * How a server's busy time divides among rooms: each sample counts for the innermost frame that belongs to one, so that
 * what the standard library does counts for who asked for it.
 * @param folder where the profile of one process lies
 * @param seconds of the end of its life
 * @returns shares of the busy time by room, which add up to 1
 */
export function sharesByRoom(folder: string, seconds: number): ReadonlyMap<string, number> {
  const name = readdirSync(folder).find((each) => each.endsWith('.cpuprofile'))
  if (name === undefined) throw new Error('The server has left no profile')
  const profile = JSON.parse(readFileSync(join(folder, name), 'utf8')) as CpuProfile
  const roomOf = roomsOf(profile.nodes)
  const timeByRoom = new Map<string, number>()
  let [untilEndUs, busyUs] = [0, 0]
  for (let place = profile.samples.length - 1; place >= 0 && untilEndUs < seconds * 1_000_000; place -= 1) {
    const durationUs = profile.timeDeltas[place] ?? 0
    untilEndUs += durationUs
    const room = roomOf.get(profile.samples[place] ?? 0) ?? IDLE
    if (room === IDLE) continue
    timeByRoom.set(room, (timeByRoom.get(room) ?? 0) + durationUs)
    busyUs += durationUs
  }
  return new Map(Array.from(timeByRoom, ([room, timeUs]) => [room, timeUs / busyUs]))
}

function roomsOf(nodes: readonly ProfileNode[]): ReadonlyMap<number, string> {
  const roomOf = new Map<number, string>()
  // Parents stand before their children.
  for (const { id, callFrame, children = [] } of nodes) {
    const room = ownRoomOf(callFrame) ?? roomOf.get(id) ?? 'Node itself'
    roomOf.set(id, room)
    for (const child of children) roomOf.set(child, room)
  }
  return roomOf
}

function ownRoomOf({ functionName, url }: ProfileNode['callFrame']): string | undefined {
  if (functionName === GARBAGE_COLLECTION) return 'garbage collection'
  if (functionName === IDLE) return IDLE
  return ROOMS.find(([path]) => url.includes(path))?.[1]
}
