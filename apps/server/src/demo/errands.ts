import { asItemId, type Command, type ItemId, type QueueName, type Rng, type Side } from '@clutch/economy'
import { chooseCraft, chooseIngredient } from './crafting-strategy.ts'
import { chooseFarm, chooseFarmSupply } from './farming-strategy.ts'
import { chooseHarvest, chooseTool, type HarvestBench } from './harvest-strategy.ts'
import { chooseReprice, type OwnLot } from './repricing-strategy.ts'
import { pickItem, type TradedItem, type Trader } from './traders.ts'

/** A trader's view of the world when choosing an errand. */
export interface TraderView extends HarvestBench {
  /** Free items and their counts. */
  readonly stock: readonly (readonly [ItemId, number])[]
  /** Open lots, oldest first. */
  readonly lots: readonly OwnLot[]
  readonly coins: number
  /** Time of an item's last trade in milliseconds; 0 if it was never traded. */
  readonly lastTradedMs: (itemId: ItemId) => number
  /** Whether the item is tradable. */
  readonly isTraded: (itemId: ItemId) => boolean
  /** Unfinished jobs in a queue. */
  readonly jobsIn: (queue: QueueName) => number
}

/** A command, or a visit to an item's market, optionally to trade on a certain side. */
export type Errand =
  | { readonly kind: 'command'; readonly command: Extract<Command, { type: ErrandCommandType }> }
  | { readonly kind: 'market'; readonly itemId: ItemId; readonly side: Side | undefined }

/** Commands of errands other than trading. */
export type ErrandCommandType = 'start_craft' | 'start_factory' | 'set_harvest' | 'change_lot_price'

/** Maximum jobs that a trader queues. */
const JOBS_MAX = 3
/** Percentage of errands of each kind; the rest are trades of popular items. */
const CRAFTING = 12
const FARMING = 6
const HARVESTING = 6
const REPRICING = 10
const SHOPPING = 20
const SELLING = 18
const COLLECTING = 10
/** Items sampled to find the least recently traded one. */
const COMPARED_MAX = 12

/** Chooses a simulated player's next errand: craft, farm, harvest, reprice, or buy or sell an item. */
export function chooseErrand(
  trader: Trader,
  view: TraderView,
  items: readonly TradedItem[],
  rng: Rng,
): Errand | undefined {
  const hasRoom = (queue: QueueName) => view.jobsIn(queue) < JOBS_MAX
  const ways: readonly (readonly [number, () => Errand | undefined])[] = [
    [CRAFTING, () => asErrand(hasRoom('craft') ? chooseCraft(trader, view, rng) : undefined)],
    [FARMING, () => asErrand(hasRoom('factory') ? chooseFarm(trader, view, rng) : undefined)],
    [HARVESTING, () => asErrand(chooseHarvest(trader, view, rng))],
    [REPRICING, () => asErrand(chooseReprice(trader, view.lots, view.fairOf, rng))],
    [SHOPPING, () => toMarket(view, chooseMissing(view, rng), 'buy')],
    [
      SELLING,
      () =>
        toMarket(
          view,
          mostForgotten(
            view,
            view.stock.map(([itemId]) => itemId),
            rng,
          ),
          'sell',
        ),
    ],
    [COLLECTING, () => toMarket(view, mostForgotten(view, affordable(view, items), rng), 'buy')],
  ]
  let dice = rng.below(100)
  for (const [share, choose] of ways) {
    if (dice < share) return choose() ?? dealInPopular(items, rng)
    dice -= share
  }
  return dealInPopular(items, rng)
}

function asErrand(command: Extract<Errand, { kind: 'command' }>['command'] | undefined): Errand | undefined {
  return command === undefined ? undefined : { kind: 'command', command }
}

function toMarket(view: TraderView, itemId: ItemId | undefined, side: Side): Errand | undefined {
  return itemId === undefined || !view.isTraded(itemId) ? undefined : { kind: 'market', itemId, side }
}

function dealInPopular(items: readonly TradedItem[], rng: Rng): Errand | undefined {
  const traded = pickItem(items, rng)
  return traded === undefined ? undefined : { kind: 'market', itemId: asItemId(traded.item.id), side: undefined }
}

/** The least recently traded of a few random items, so that unpopular items find buyers and sellers, too. */
function mostForgotten(view: TraderView, itemIds: readonly ItemId[], rng: Rng): ItemId | undefined {
  let found: ItemId | undefined
  for (let look = 0; look < COMPARED_MAX && itemIds.length > 0; look += 1) {
    const itemId = itemIds[rng.below(itemIds.length)]
    if (itemId === undefined || !view.isTraded(itemId)) continue
    if (found === undefined || view.lastTradedMs(itemId) < view.lastTradedMs(found)) found = itemId
  }
  return found
}

function affordable(view: TraderView, items: readonly TradedItem[]): ItemId[] {
  return items.map(({ item }) => asItemId(item.id)).filter((itemId) => view.fairOf(itemId) <= view.coins)
}

/** An item that a profitable craft, farm or harvest lacks. */
function chooseMissing(view: TraderView, rng: Rng): ItemId | undefined {
  switch (rng.below(4)) {
    case 0:
      return chooseFarmSupply(view, rng)
    case 1:
      return chooseTool(view, rng)
    default:
      return chooseIngredient(view, rng)
  }
}
