import { randomBytes } from 'node:crypto'
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { createRng, measureLuck, SEED_BYTES, simulate } from '@clutch/economy'
import type { SimulationAnswer, SimulationData, SimulationOutcome, SimulationRequest } from './requests.ts'

/** A simulation ends by then, and tells how far it has come. */
const BUDGET_MS = 450

// A simulation may use what nobody else needs: on Linux this is the priority of this thread alone.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

const { catalogue } = workerData as SimulationData

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
  const untilMs = performance.now() + BUDGET_MS
  const limits = { runs, isOver: () => performance.now() >= untilMs }
  const rng = createRng(randomBytes(SEED_BYTES))
  return changes === undefined
    ? simulate(catalogue, work, prices, rng, limits)
    : measureLuck(catalogue, work, changes, prices, rng, limits)
}
