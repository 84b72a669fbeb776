import type * as z from 'zod'
import { mergeTables } from '../area.ts'
import { accountContract } from './account.ts'
import { accountKeyContract } from './account-keys.ts'
import { adminContract } from './admin.ts'
import { auditContract } from './audit.ts'
import { authContract } from './auth.ts'
import { catalogueContract } from './catalogue.ts'
import { chatContract } from './chat.ts'
import { embeddingContract } from './embedding.ts'
import { inventoryContract } from './inventory.ts'
import { consoleContract } from './console.ts'
import { compensationContract } from './compensation.ts'
import { contentContract } from './content.ts'
import { craftContract } from './craft.ts'
import { energyContract } from './energy.ts'
import { exchangeContract } from './exchange.ts'
import { factoryContract } from './factory.ts'
import { freezeContract } from './freezes.ts'
import { harvestContract } from './harvest.ts'
import { ledgerContract } from './ledger.ts'
import { marketplaceContract } from './marketplace.ts'
import { newsContract } from './news.ts'
import { operatorNewsContract } from './operator-news.ts'
import { notificationContract } from './notifications.ts'
import { parkedExchangeContract } from './parked-exchanges.ts'
import { playerCardContract } from './player-card.ts'
import { portfolioContract } from './portfolio.ts'
import { productionContract } from './production.ts'
import { reportContract } from './report.ts'
import { referralContract } from './referrals.ts'
import { rouletteContract } from './roulette.ts'
import { rentContract } from './rent.ts'
import { serverKeyContract } from './server-keys.ts'
import { simulationContract } from './simulation.ts'
import { socialContract } from './social.ts'
import { tradeContract } from './trades.ts'
import { webhookContract } from './webhooks.ts'

export * from './account.ts'
export * from './account-keys.ts'
export * from './admin.ts'
export * from './audit.ts'
export * from './auth.ts'
export * from './catalogue.ts'
export * from './chat.ts'
export * from './compensation.ts'
export * from './console.ts'
export * from './content.ts'
export * from './craft.ts'
export * from './embedding.ts'
export * from './energy.ts'
export * from './exchange.ts'
export * from './factory.ts'
export * from './freezes.ts'
export * from './harvest.ts'
export * from './inventory.ts'
export * from './ledger.ts'
export * from './lots.ts'
export * from './market-figures.ts'
export * from './marketplace.ts'
export * from './news.ts'
export * from './notifications.ts'
export * from './operator-news.ts'
export * from './parked-exchanges.ts'
export * from './player-card.ts'
export * from './portfolio.ts'
export * from './referrals.ts'
export * from './rent.ts'
export * from './report.ts'
export * from './roulette.ts'
export * from './server-keys.ts'
export * from './simulation.ts'
export * from './social.ts'
export * from './trades.ts'
export * from './webhooks.ts'

/** The only list of the contract's areas. */
export const AREAS = [
  adminContract,
  auditContract,
  consoleContract,
  playerCardContract,
  compensationContract,
  reportContract,
  ledgerContract,
  freezeContract,
  operatorNewsContract,
  contentContract,
  authContract,
  catalogueContract,
  chatContract,
  embeddingContract,
  inventoryContract,
  marketplaceContract,
  newsContract,
  notificationContract,
  portfolioContract,
  rouletteContract,
  productionContract,
  craftContract,
  energyContract,
  factoryContract,
  harvestContract,
  referralContract,
  rentContract,
  simulationContract,
  socialContract,
  tradeContract,
  exchangeContract,
  parkedExchangeContract,
  serverKeyContract,
  webhookContract,
  accountContract,
  accountKeyContract,
] as const

/** Every call, keyed by `METHOD /path`; paths are relative to `/api`. */
export const calls = mergeTables(AREAS.map((area) => area.calls))

export type Calls = typeof calls
export type CallName = keyof Calls
/** What a client sends. */
export type CallBody<Name extends CallName> = z.input<Calls[Name]['body']>
/** What a handler receives: parsed, with defaults. */
export type ParsedBody<Name extends CallName> = z.output<Calls[Name]['body']>
export type CallQuery<Name extends CallName> = z.output<Calls[Name]['query']>
/** Path parameters of a call whose name has `:` parts. */
export type CallParams<Name extends CallName> = Calls[Name] extends { readonly params: infer Params extends z.ZodType }
  ? z.output<Params>
  : unknown
export type CallResponse<Name extends CallName> = z.output<Calls[Name]['response']>
