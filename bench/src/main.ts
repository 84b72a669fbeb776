import { availableParallelism } from 'node:os'
import { benchChat } from './chat.ts'
import { benchLists } from './lists.ts'
import { benchGrants } from './grants.ts'
import { benchHistory } from './history.ts'
import { benchEventReaders } from './event-readers.ts'
import { benchScheduledJobs } from './scheduled-jobs.ts'
import { benchGrownWorld } from './grown.ts'
import { benchLatency } from './latency.ts'
import { benchLive } from './live.ts'
import { benchOrderBooks } from './order-book.ts'
import { benchOrders } from './orders.ts'
import { benchProfile } from './profile.ts'
import { benchPublicPrices } from './public-prices.ts'
import { benchServers } from './servers.ts'
import { benchOrdersDuringSimulations, benchSimulation } from './simulation.ts'

const SECTIONS: Readonly<Record<string, () => void | Promise<void>>> = {
  book: benchOrderBooks,
  orders: benchOrders,
  grants: benchGrants,
  events: benchEventReaders,
  profile: benchProfile,
  latency: benchLatency,
  grown: benchGrownWorld,
  history: benchHistory,
  live: benchLive,
  chat: benchChat,
  servers: benchServers,
  lists: benchLists,
  scheduled: benchScheduledJobs,
  public: benchPublicPrices,
  simulation: benchSimulation,
  contention: benchOrdersDuringSimulations,
}

/**
 * `npm run bench`: all sections, or those named. Alternatives are measured alternately, so that slow moments affect
 * both.
 */
console.log(`Node ${process.versions.node}, ${availableParallelism()} cores; medians of the rounds, range in brackets`)
const names = process.argv.slice(2)
for (const [name, section] of Object.entries(SECTIONS)) if (names.length === 0 || names.includes(name)) await section()
