import { asItemId, type Command, type ItemId, type QueueName, type Rng, type Side } from '@clutch/economy'
import { chooseCraft, chooseIngredient } from './crafting-strategy.ts'
import { chooseFarm, chooseFarmSupply } from './farming-strategy.ts'
import { chooseHarvest, chooseTool, type HarvestBench } from './harvest-strategy.ts'
import { chooseReprice, type OwnLot } from './repricing-strategy.ts'
import { pickItem, type TradedItem, type Trader } from './traders.ts'

/** What a trader knows of the world before doing anything. */
export interface TraderView extends HarvestBench {
  /** Items that are free, with how many. */
  readonly stock: readonly (readonly [ItemId, number])[]
  /** Open lots, oldest first. */
  readonly lots: readonly OwnLot[]
  readonly coins: number
  /** When an item last changed hands, in milliseconds; 0 for one that never did. */
  readonly lastTradedMs: (itemId: ItemId) => number
  /** Whether the market has a place for it. */
  readonly isTraded: (itemId: ItemId) => boolean
  /** Jobs in a queue that have not ended. */
  readonly jobsIn: (queue: QueueName) => number
}

/** Something to do: a command, or a look at the market of an item, on the side that the trader has come for, if any. */
export type Errand =
  | { readonly kind: 'command'; readonly command: Extract<Command, { type: ErrandCommandType }> }
  | { readonly kind: 'market'; readonly itemId: ItemId; readonly side: Side | undefined }

/** What errands ask of the rules, besides dealing. */
export type ErrandCommandType = 'start_craft' | 'start_factory' | 'set_harvest' | 'change_lot_price'

/** Jobs that a trader lets queue up. */
const JOBS_MAX = 3
/** Of a hundred errands, so many are of each kind; the rest is dealing in whatever is popular. */
const CRAFTING = 12
const FARMING = 6
const HARVESTING = 6
const REPRICING = 10
const SHOPPING = 20
const SELLING = 18
const COLLECTING = 10
/** Of so many things, the one that nobody has dealt in for longest is taken. */
const COMPARED_MAX = 12

/** What a simulated player does next: make, farm, send out, move prices, buy what is missing, sell what is there. */
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

/** One of a few things: what hardly anybody deals in has to find its buyers and sellers too. */
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

/** Something that a craft, a farm or a harvest worth running lacks. */
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
