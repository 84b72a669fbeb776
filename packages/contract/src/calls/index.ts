import type * as z from 'zod'
import { adminCalls } from './admin.ts'
import { auditCalls } from './audit.ts'
import { authCalls } from './auth.ts'
import { catalogueCalls } from './catalogue.ts'
import { chatCalls } from './chat.ts'
import { embeddingCalls } from './embedding.ts'
import { inventoryCalls } from './inventory.ts'
import { consoleCalls } from './console.ts'
import { compensationCalls } from './compensation.ts'
import { contentCalls } from './content.ts'
import { craftCalls } from './craft.ts'
import { energyCalls } from './energy.ts'
import { exchangeCalls } from './exchange.ts'
import { factoryCalls } from './factory.ts'
import { freezeCalls } from './freezes.ts'
import { harvestCalls } from './harvest.ts'
import { ledgerCalls } from './ledger.ts'
import { marketplaceCalls } from './marketplace.ts'
import { newsCalls } from './news.ts'
import { operatorNewsCalls } from './operator-news.ts'
import { notificationCalls } from './notifications.ts'
import { parkedExchangeCalls } from './parked-exchanges.ts'
import { playerCardCalls } from './player-card.ts'
import { portfolioCalls } from './portfolio.ts'
import { reportCalls } from './report.ts'
import { referralCalls } from './referrals.ts'
import { rouletteCalls } from './roulette.ts'
import { rentCalls } from './rent.ts'
import { simulationCalls } from './simulation.ts'
import { socialCalls } from './social.ts'
import { tradeCalls } from './trades.ts'

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
export * from './simulation.ts'
export * from './social.ts'
export * from './trades.ts'

/** Every call, keyed by `METHOD /path`; paths are relative to `/api`. */
export const calls = {
  ...adminCalls,
  ...auditCalls,
  ...consoleCalls,
  ...playerCardCalls,
  ...compensationCalls,
  ...reportCalls,
  ...ledgerCalls,
  ...freezeCalls,
  ...operatorNewsCalls,
  ...contentCalls,
  ...authCalls,
  ...catalogueCalls,
  ...chatCalls,
  ...embeddingCalls,
  ...inventoryCalls,
  ...marketplaceCalls,
  ...newsCalls,
  ...notificationCalls,
  ...portfolioCalls,
  ...rouletteCalls,
  ...craftCalls,
  ...energyCalls,
  ...factoryCalls,
  ...harvestCalls,
  ...referralCalls,
  ...rentCalls,
  ...simulationCalls,
  ...socialCalls,
  ...tradeCalls,
  ...exchangeCalls,
  ...parkedExchangeCalls,
} as const

export type Calls = typeof calls
export type CallName = keyof Calls
/** What a client sends. */
export type CallBody<Name extends CallName> = z.input<Calls[Name]['body']>
/** What a handler gets: parsed, with defaults filled in. */
export type ParsedBody<Name extends CallName> = z.output<Calls[Name]['body']>
export type CallQuery<Name extends CallName> = z.output<Calls[Name]['query']>
/** What stands in the path of a call whose name has `:` parts. */
export type CallParams<Name extends CallName> = Calls[Name] extends { readonly params: infer Params extends z.ZodType }
  ? z.output<Params>
  : unknown
export type CallResponse<Name extends CallName> = z.output<Calls[Name]['response']>
