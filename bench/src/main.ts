import { availableParallelism } from 'node:os'
import { benchChat } from './chat.ts'
import { benchLists } from './lists.ts'
import { benchDueJobs } from './due-jobs.ts'
import { benchGrownWorld } from './grown.ts'
import { benchLatency } from './latency.ts'
import { benchLive } from './live.ts'
import { benchOrderBooks } from './order-book.ts'
import { benchOrders } from './orders.ts'
import { benchProfile } from './profile.ts'
import { benchOrdersBeside, benchSimulation } from './simulation.ts'

const SECTIONS: Readonly<Record<string, () => void | Promise<void>>> = {
  book: benchOrderBooks,
  orders: benchOrders,
  profile: benchProfile,
  latency: benchLatency,
  grown: benchGrownWorld,
  live: benchLive,
  chat: benchChat,
  lists: benchLists,
  due: benchDueJobs,
  simulation: benchSimulation,
  beside: benchOrdersBeside,
}

/** `npm run bench`: all sections, or those named. Peers take turns inside each, so a slow moment hits both. */
console.log(`Node ${process.versions.node}, ${availableParallelism()} cores; medians of the rounds, range in brackets`)
const wanted = process.argv.slice(2)
for (const [name, section] of Object.entries(SECTIONS))
  if (wanted.length === 0 || wanted.includes(name)) await section()
