export { applyEvents } from './apply.ts'
export type { Catalogue, EnergyTerms, ItemRule, MarketTerms, StarterPack } from './catalogue.ts'
export type {
  ActivateEnergy,
  CancelJob,
  CancelLot,
  ChangeLotPrice,
  Command,
  CreatePriceAlert,
  DecisionContext,
  FirePriceAlert,
  Grant,
  PlaceLot,
  RegisterPlayer,
  SetHarvest,
  StartCraft,
  StartFactory,
} from './command.ts'
export { craftGrants, craftNeeds, maxCraftCount, type CraftOutput, type CraftRecipe } from './craft/recipe.ts'
export { decide } from './decide.ts'
export { energisedTimeMs } from './energy/energised-time.ts'
export type {
  EconomyEvent,
  HarvestEnded,
  HarvestSet,
  ItemWatched,
  JobEnded,
  LotFilled,
  MarketRecorded,
  MarketRecordType,
  NoticesRead,
  PlayerRegistered,
  Traded,
  WorkEvent,
} from './event.ts'
export {
  factoryGrants,
  factoryNeeds,
  factoryTimeSec,
  maxFactoryCount,
  type FactoryOption,
  type FactoryRecipe,
} from './factory/recipe.ts'
export type { HarvestGroup, HarvestSelection, HarvestSettings } from './harvest/harvest.ts'
export { foreseeHarvest, type HarvestOutlook, type Spread } from './harvest/outlook.ts'
export { planRuns, type RunPlan, type RunsInProgress } from './harvest/plan-runs.ts'
export type { HarvestItem, HarvestRecipe, HarvestResult } from './harvest/recipe.ts'
export { COINS, WORLD, type Balance } from './ledger/accounts.ts'
export type { BalanceChange, Operation } from './ledger/ledger.ts'
export { OPERATION_KINDS, operationKindOf, type OperationKind } from './ledger/operation-kinds.ts'
export { holdOf } from './market/hold.ts'
export type { Lot, PreferredPrice, Side } from './market/lot.ts'
export { matchOrder } from './market/match.ts'
export { OrderBook, type DepthLevel } from './market/order-book.ts'
export { marketFee } from './market/settle-fill.ts'
export { PRICE_ALERTS_MAX, WATCHED_ITEMS_MAX } from './notices/decide-notices.ts'
export type { Direction, Notice, PriceAlert } from './notices/notice.ts'
export { needsOf, type Needs } from './needs.ts'
export * from './numbers.ts'
export { foreseeOpening, type GrantRange, type OpeningOutlook } from './opening/outlook.ts'
export { maxCount, missingIngredients, type StockOf } from './production/ingredients.ts'
export type { ItemAmount } from './production/item-amounts.ts'
export { QUEUES, type Job, type QueueName } from './production/job.ts'
export type { HarvestState } from './production/production.ts'
export { Turn, type TurnLimits } from './production/turn.ts'
export type { MissingIngredient, Rejection } from './rejection.ts'
export { fail, succeed, type Result } from './result.ts'
export { createRng, type Rng } from './rng.ts'
export { World, type Account } from './world.ts'
