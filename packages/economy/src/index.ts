export {
  asContentLoadId,
  FIRST_VERSION,
  versionOf,
  type ContentLoaded,
  type RecipeInUse,
} from './areas/content/contents.ts'
export { goneItems } from './areas/content/decide-load-content.ts'
export { itemsOfWork } from './areas/content/items-of-work.ts'
export {
  craftGrants,
  craftNeeds,
  maxCraftCount,
  type CraftOutput,
  type CraftRecipe,
  type StartCraft,
} from './areas/craft/recipe.ts'
export { energisedTimeMs } from './areas/energy/energy.ts'
export type { AttemptOutcome, ExchangeChanged, ResolveAttempt } from './areas/exchange/commands.ts'
export { PARK_AFTER_MS } from './areas/exchange/decide-attempt.ts'
export { REFUSAL_BELIEVED_AFTER_MS } from './areas/exchange/decide-resolve.ts'
export { LEGS_MAX } from './areas/exchange/decide-start.ts'
export {
  asExchangeId,
  EXCHANGE_STATES,
  EXCHANGE_STEPS,
  hasEnded,
  LEG_STATES,
  openLeg,
  type Exchange,
  type ExchangeId,
  type ExchangeLeg,
  type ExchangeStep,
} from './areas/exchange/exchange.ts'
export { grantsOf, STORE_COINS, type ExchangeTerms, type StoreCoinName } from './areas/exchange/terms.ts'
export {
  factoryGrants,
  factoryNeeds,
  factoryTimeSec,
  maxFactoryCount,
  type FactoryOption,
  type FactoryRecipe,
  type StartFactory,
} from './areas/factory/recipe.ts'
export type { ItemFrozen, TradingFrozen } from './areas/freezes/freezes.ts'
export { estimateHarvest, type HarvestEstimate, type Range } from './areas/harvest/estimate-harvest.ts'
export type { HarvestEnded, HarvestSet } from './areas/harvest/events.ts'
export { asGroupId, type GroupId, type HarvestGroup } from './areas/harvest/harvest-group.ts'
export type { Harvests, HarvestState } from './areas/harvest/harvests.ts'
export { planRuns, type RunPlan, type RunsInProgress } from './areas/harvest/plan-runs.ts'
export type { HarvestItem, HarvestRecipe, HarvestResult } from './areas/harvest/recipe.ts'
export type { HarvestSelection, HarvestSettings, SetHarvest } from './areas/harvest/settings.ts'
export { estimateOpening, type GrantRange, type OpeningEstimate } from './areas/items/estimate-opening.ts'
export { NOTHING_ID } from './areas/items/open-item.ts'
export { openingShares, type OpeningShare } from './areas/items/opening-shares.ts'
export type { CancelJob } from './areas/jobs/commands.ts'
export type { JobCancelled, JobEnded } from './areas/jobs/events.ts'
export { maxCount, missingIngredients, type MissingIngredient } from './areas/jobs/ingredients.ts'
export type { JobQueues } from './areas/jobs/job-queues.ts'
export { asJobId, QUEUES, type Job, type JobId, type QueueName } from './areas/jobs/job.ts'
export type { CancelLot, ChangeLotPrice, PlaceLot } from './areas/marketplace/commands.ts'
export { afterTrade, NO_TRADES, type CostBasis, type MarketRecordType } from './areas/marketplace/cost-basis.ts'
export type { LotFilled, MarketRecorded, Traded } from './areas/marketplace/events.ts'
export { holdOf } from './areas/marketplace/matching.ts'
export { asLotId, type Lot, type LotId, type PreferredPrice, type Side } from './areas/marketplace/lot.ts'
export { matchOrder } from './areas/marketplace/matching.ts'
export { PRICE_MAX } from './areas/marketplace/matching.ts'
export { OrderBook, type DepthLevel } from './areas/marketplace/order-book.ts'
export { marketFee } from './areas/marketplace/fees.ts'
export type { MarketTerms } from './areas/marketplace/terms.ts'
export { restingPrice, undercutPrice, type BestPrices, type Undercut } from './areas/marketplace/undercut.ts'
export type { CreatePriceAlert, TriggerPriceAlert } from './areas/notifications/commands.ts'
export { PRICE_ALERTS_MAX, WATCHED_ITEMS_MAX } from './areas/notifications/decide-alerts.ts'
export type { ItemWatched, NotificationsRead } from './areas/notifications/events.ts'
export { asNotificationId, type Notification, type NotificationId } from './areas/notifications/notification.ts'
export { asAlertId, type AlertId, type Direction, type PriceAlert } from './areas/notifications/price-alert.ts'
export type { Consume, Grant, PlayerRegistered, RegisterPlayer, StarterPack } from './areas/players/player.ts'
export type {
  EarnReferral,
  ReferralBegan,
  ReferralAdvanced,
  ReferralEarned,
  ReferralRewarded,
} from './areas/referrals/referrals.ts'
export type { RentalChanged } from './areas/rent/commands.ts'
export { termsOf } from './areas/rent/pool-at.ts'
export {
  advancePool,
  COIN_IN_PARTS,
  newPool,
  NO_RENTAL,
  owedOf,
  type Rental,
  type RentPool,
} from './areas/rent/rent-pool.ts'
export type { Seat, SeedRotated, Spun } from './areas/roulette/commands.ts'
export { SPINS_MAX, type RouletteTerms, type SpinSeat } from './areas/roulette/terms.ts'
export { HALLS, salaryPerUnit, type Hall, type RentableItem, type RentTerms } from './areas/rent/terms.ts'
export {
  partsOfServerTransaction,
  serverTransactionId,
  type Ceilings,
  type ServerTransaction,
  type ServerTransactionId,
  type ServerTransactionKind,
  type ServerTransactionPosted,
  type ServerTransactionResult,
} from './areas/server-transactions/server-transactions.ts'
export {
  BLOCKS_MAX,
  DECLINED_PAUSE_MS,
  FRIENDS_MAX,
  INVITES_PER_HOUR_MAX,
  PENDING_INVITES_MAX,
  type SocialLimit,
} from './areas/social/limits.ts'
export {
  asPairId,
  pairIdOf,
  statusOf as friendshipStatusOf,
  usersOfPair,
  type FriendshipState,
  type FriendshipStatus,
  type PairId,
  type PairSide,
} from './areas/social/pair.ts'
export type { FriendshipChanged, InvitesCounted } from './areas/social/social.ts'
export type { ConfirmTrade } from './areas/trades/commands.ts'
export {
  asTradeId,
  TRADE_ITEMS_MAX,
  TRADE_LIFE_MS,
  type Confirmation,
  type Missing as TradeMissing,
  type Trade,
  type TradeId,
  type TradeOffer,
  type TradeSide,
  type TradeStatus,
} from './areas/trades/trade.ts'
export type { Catalogue, ItemRule } from './core/catalogue.ts'
export { createRng, rngFromText, SEED_BYTES, type Rng } from './core/chance/rng.ts'
export type { RunLimits } from './core/command-runner.ts'
export type { Command, Commands, CommandType, DecisionContext } from './core/command.ts'
export type { Apply, DueKind, DueSubject } from './core/scheduler.ts'
export type { EconomyEvent, Events, EventType } from './core/event.ts'
export type { Hold, HoldOwnerKind } from './core/holds.ts'
export type { Violation } from './core/invariants.ts'
export { sumItems, type ItemAmount, type StockOf } from './core/item-amounts.ts'
export { COINS, WORLD, type Balance } from './core/ledger/accounts.ts'
export type { BalanceChange, LedgerPosted, Operation } from './core/ledger/ledger.ts'
export type { OperationKind } from './core/ledger/operation-kinds.ts'
export type { EntityRef, Needs } from './core/needs.ts'
export * from './core/numbers.ts'
export type { Rejection, Rejections } from './core/rejection.ts'
export { fail, succeed, type Result } from './core/result.ts'
export { HOUR_MS, isWithin, remainingMs, SECOND_MS } from './core/time.ts'
export type { Account, EntityIds, EntityKind, World } from './core/world.ts'
export type { TrialCatalogue } from './simulate/trial-world.ts'
export { simulate, type Simulation, type SimulatedAmount } from './simulate/simulate.ts'
export { measureLuck, type Luck } from './simulate/luck.ts'
export type { StartedWork } from './simulate/started-work.ts'
export {
  applyEvents,
  COMMAND_TYPES,
  createWorld,
  decide,
  DUE_KINDS,
  findViolations,
  HOLDS,
  holdsOf,
  isOperationKind,
  needsOf,
  nextDueMs,
  OPERATION_KINDS,
  operationKindOf,
  CommandRunner,
} from './economy.ts'
