import { randomBytes } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { createRng, measureLuck, SEED_BYTES, simulate } from '@clutch/economy'
import { WorkSignal } from '../../writer/work-signal.ts'
import { Pace } from './pace.ts'
import type { SimulationAnswer, SimulationData, SimulationOutcome, SimulationRequest } from './requests.ts'

/** Limits of a simulation in processor time and, on a busy machine, in elapsed time; it then returns what it has. */
const BUDGET_MS = 450
const PATIENCE_MS = 3_000
const US_PER_MS = 1_000

const { catalogue, writerWork } = workerData as SimulationData
const signal = new WorkSignal(writerWork)
const pace = new Pace({ computedMs: processorMs, rest: (restMs) => signal.restWhileWorking(restMs) })

parentPort?.on('message', (request: SimulationRequest) => {
  const answer = answerOf(request)
  parentPort?.postMessage(answer)
})

function answerOf(request: SimulationRequest): SimulationAnswer {
  const { id } = request
  try {
    return { id, outcome: run(request), problem: '' }
  } catch (error) {
    return { id, outcome: undefined, problem: String(error) }
  }
}

function run({ work, runs, prices, changes }: SimulationRequest): SimulationOutcome {
  const [computedMs, beganMs] = [processorMs(), performance.now()]
  const isOver = (): boolean => {
    pace.giveWay()
    return processorMs() - computedMs >= BUDGET_MS || performance.now() - beganMs >= PATIENCE_MS
  }
  const limits = { runs, isOver }
  const rng = createRng(randomBytes(SEED_BYTES))
  return changes === undefined
    ? simulate(catalogue, work, prices, rng, limits)
    : measureLuck(catalogue, work, changes, prices, rng, limits)
}

/** Processor time of this thread so far. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / US_PER_MS
}
