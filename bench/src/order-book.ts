import {
  asCoins,
  asItemId,
  asLotId,
  asQuantity,
  asUserId,
  rngFromText,
  matchOrder,
  OrderBook,
  type Rng,
  type Side,
} from '@clutch/economy'
import { OrderBook as PeerBook, Side as PeerSide } from 'nodejs-order-book'
import { printFigures, type Figure } from './table.ts'

type Step =
  | { readonly kind: 'order'; readonly id: string; readonly side: Side; readonly price: number; readonly count: number }
  | { readonly kind: 'cancel'; readonly id: string }

interface Stream {
  readonly title: string
  readonly resting: readonly Step[]
  readonly steps: readonly Step[]
  readonly rounds: number
  /** Target ratio to the peer; undefined without one. */
  readonly target: number | undefined
}

/** What a book traded, which must be equal for both. */
interface Traded {
  readonly count: number
  readonly coins: number
}

const ITEM = asItemId(1)

/** Compares the order book with npm's `nodejs-order-book` on the same stream, with equal fills. */
export function benchOrderBooks(): void {
  for (const stream of [shallowStream(), deepStream(10, 100), deepStream(5_000, undefined)]) {
    const own: number[] = []
    const peer: number[] = []
    for (let round = 0; round < stream.rounds; round += 1) {
      const ownRun = time(stream, runOwn)
      const peerRun = time(stream, runPeer)
      if (ownRun.traded.count !== peerRun.traded.count || ownRun.traded.coins !== peerRun.traded.coins) {
        throw new Error(`The books disagree: ${JSON.stringify([ownRun.traded, peerRun.traded])}`)
      }
      own.push(ownRun.perSecond)
      peer.push(peerRun.perSecond)
    }
    const ownFigure: Figure = { what: 'Clutch', perSecond: own }
    const peerFigure: Figure = { what: 'nodejs-order-book', perSecond: peer }
    printFigures(
      stream.title,
      [ownFigure, peerFigure],
      [{ what: 'Clutch / nodejs-order-book', of: ownFigure, to: peerFigure, target: stream.target }],
    )
  }
}

function shallowStream(): Stream {
  const steps = randomSteps(rngFromText('shallow'), 100_000, { spread: 10, cancels: 30 })
  return { title: 'Order book, shallow: orders and cancels', resting: [], steps, rounds: 5, target: 10 }
}

/** @param levels price levels per side: the fewer, the longer the queue in which a cancel has to find its lot. */
function deepStream(levels: number, target: number | undefined): Stream {
  const rng = rngFromText('deep')
  const ids = Array.from({ length: 20_000 }, (_, index) => `r${index}`)
  const resting = ids.map((id) => restingOrder(id, rng, levels))
  const steps: Step[] = []
  for (let index = 0; index < 20_000; index += 1) {
    const replaced = rng.below(ids.length)
    steps.push({ kind: 'cancel', id: ids[replaced] ?? '' }, restingOrder(`d${index}`, rng, levels))
    ids[replaced] = `d${index}`
  }
  const title = `Order book, 20,000 resting at ${2 * levels} prices: cancels and replacements`
  return { title, resting, steps, rounds: 3, target }
}

function restingOrder(id: string, rng: Rng, levels: number): Step {
  const side: Side = rng.below(2) === 0 ? 'buy' : 'sell'
  const distance = 1 + rng.below(levels)
  return {
    kind: 'order',
    id,
    side,
    price: side === 'buy' ? 1_000 - distance : 1_000 + distance,
    count: 1 + rng.below(10),
  }
}

function randomSteps(rng: Rng, length: number, shape: { spread: number; cancels: number }): Step[] {
  return Array.from({ length }, (_, index): Step => {
    if (index > 0 && rng.below(100) < shape.cancels) return { kind: 'cancel', id: `s${rng.below(index)}` }
    const side: Side = rng.below(2) === 0 ? 'buy' : 'sell'
    return {
      kind: 'order',
      id: `s${index}`,
      side,
      price: 1_000 + rng.below(2 * shape.spread) - shape.spread,
      count: 1 + rng.below(10),
    }
  })
}

function time(
  stream: Stream,
  run: (stream: Stream) => { traded: Traded; elapsedMs: number },
): { traded: Traded; perSecond: number } {
  const { traded, elapsedMs } = run(stream)
  return { traded, perSecond: (stream.steps.length / elapsedMs) * 1_000 }
}

function runOwn({ resting, steps }: Stream): { traded: Traded; elapsedMs: number } {
  const book = new OrderBook(ITEM)
  const total = { count: 0, coins: 0 }
  const preferred = { currency: 'coin', price: 0 } as const
  const taker = asUserId('taker')
  const owner = asUserId('owner')
  const play = (step: Step): void => {
    if (step.kind === 'cancel') {
      book.remove(asLotId(step.id))
      return
    }
    const [price, count] = [asCoins(step.price), asQuantity(step.count)]
    const { fills, matchedCount } = matchOrder(book, { userId: taker, side: step.side, price, count })
    for (const fill of fills) {
      total.count += fill.count
      total.coins += fill.count * fill.lot.price
      book.fill(fill.lot.id, fill.count)
    }
    if (matchedCount === count) return
    const openCount = asQuantity(count - matchedCount)
    book.add({
      id: asLotId(step.id),
      ownerId: owner,
      itemId: ITEM,
      side: step.side,
      price,
      count,
      openCount,
      preferred,
      createdAtMs: 0,
    })
  }
  return measure(resting, steps, play, total)
}

function runPeer({ resting, steps }: Stream): { traded: Traded; elapsedMs: number } {
  const book = new PeerBook()
  const total = { count: 0, coins: 0 }
  const play = (step: Step): void => {
    if (step.kind === 'cancel') {
      book.cancel(step.id)
      return
    }
    const side = step.side === 'buy' ? PeerSide.BUY : PeerSide.SELL
    const { done, partial, partialQuantityProcessed } = book.limit({
      id: step.id,
      side,
      size: step.count,
      price: step.price,
    })
    for (const order of done) {
      if (order.id === step.id || !('price' in order)) continue
      total.count += order.size
      total.coins += order.size * order.price
    }
    if (partial !== null && partial.id !== step.id) {
      total.count += partialQuantityProcessed
      total.coins += partialQuantityProcessed * partial.price
    }
  }
  return measure(resting, steps, play, total)
}

function measure(
  resting: readonly Step[],
  steps: readonly Step[],
  play: (step: Step) => void,
  total: { count: number; coins: number },
) {
  for (const step of resting) play(step)
  const startMs = performance.now()
  for (const step of steps) play(step)
  return { traded: total, elapsedMs: performance.now() - startMs }
}
