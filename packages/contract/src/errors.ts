/**
 * Every error the API can answer: its stable code, its HTTP status and its English message (rules §0).
 * The client translates codes; the message is for other clients. `{name}` is filled from the error's params.
 */
export const ERRORS = {
  invalid_input: { status: 400, message: 'Invalid input: {detail}' },
  amount_too_large: { status: 400, message: 'Amount too large' },
  unauthorized: { status: 401, message: 'Sign in first' },
  invalid_ticket: { status: 401, message: 'The platform refused the ticket' },
  sign_in_failed: { status: 401, message: 'The platform did not confirm the sign-in' },
  invalid_refresh_token: { status: 401, message: 'The session has ended' },
  forbidden: { status: 403, message: 'Not allowed' },
  sign_in_too_old: { status: 403, message: 'Sign in again: this takes a sign-in of the last 12 hours' },
  banned: { status: 403, message: 'Kept out until {until}: {reason}' },
  own_role: { status: 403, message: 'Nobody changes their own role' },
  role_above_yours: { status: 403, message: 'This is above your own role' },
  named_in_settings: { status: 409, message: 'The configuration names this admin: change ADMIN_STEAM_IDS' },
  origin_not_allowed: { status: 403, message: 'Origin not allowed' },
  not_found: { status: 404, message: 'Not found' },
  user_not_found: { status: 404, message: 'Player not found' },
  unknown_item: { status: 404, message: 'Item #{item_id} does not exist' },
  lot_not_found: { status: 404, message: 'Lot not found' },
  session_not_found: { status: 404, message: 'This session has ended' },
  alert_not_found: { status: 404, message: 'Price alert not found' },
  recipe_not_found: { status: 404, message: 'Recipe not found' },
  job_not_found: { status: 404, message: 'Queue entry not found' },
  invitation_not_found: { status: 404, message: 'This invitation is not there any more' },
  trade_not_found: { status: 404, message: 'Trade not found' },
  channel_not_found: { status: 404, message: 'Channel not found' },
  message_not_found: { status: 404, message: 'Message not found' },
  report_not_found: { status: 404, message: 'This report is settled' },
  news_not_found: { status: 404, message: 'This entry is not there' },
  pack_not_found: { status: 404, message: 'There is no such pack in the folder of packs' },
  no_roulette: { status: 409, message: 'This game has no wheel' },
  payload_too_large: { status: 413, message: 'Request body too large' },
  unsupported_media_type: { status: 415, message: 'Unsupported content type' },
  nobody_chosen: { status: 409, message: 'No player matches' },
  too_many_players: { status: 409, message: 'At most {max} players at once: {count} match' },
  players_changed: { status: 409, message: 'Now {count} players match: look at the preview again' },
  idempotency_conflict: { status: 409, message: 'This idempotency key was used for another request' },
  economy_frozen: { status: 409, message: 'Nothing can be changed for now: the operator has been told' },
  still_broken: { status: 409, message: 'The audit still finds {count} broken promises' },
  market_moved: { status: 409, message: 'The market moved: {available} available at this price' },
  would_match_own_lot: { status: 409, message: 'This order would match your own lot' },
  not_enough_items: { status: 409, message: 'Not enough items: {name}' },
  not_enough_coins: { status: 409, message: 'Not enough coins' },
  trading_frozen: { status: 403, message: 'Your trading is stopped: {reason}' },
  partner_frozen: { status: 409, message: 'This player may not trade for now' },
  item_frozen: { status: 409, message: 'The market in item #{item_id} is stopped: {reason}' },
  item_not_frozen: { status: 409, message: 'The market in item #{item_id} is open' },
  item_not_sellable: { status: 409, message: 'This item cannot be traded' },
  too_many_lots: { status: 409, message: 'At most {max} open lots' },
  too_many_watched_items: { status: 409, message: 'At most {max} watched items' },
  too_many_alerts: { status: 409, message: 'At most {max} price alerts' },
  price_unchanged: { status: 409, message: 'The lot already has this price' },
  options_missing: { status: 409, message: 'Please select an item for each input slot' },
  option_not_available: { status: 409, message: 'Item #{item_id} does not fit this slot' },
  queue_full: { status: 409, message: 'At most {max} entries may wait in the queue' },
  craft_not_cancellable: { status: 409, message: 'Only entries that have not begun can be cancelled' },
  news_changed: { status: 409, message: 'Somebody else has changed this entry meanwhile' },
  news_taken: { status: 409, message: 'Another entry stands in the same place: edit or withdraw it' },
  too_many_news: { status: 409, message: 'At most {max} entries: withdraw old ones' },
  no_exchange: { status: 409, message: 'This game exchanges no store coins' },
  amount_too_small: { status: 400, message: 'Less than one store coin: at least {min}' },
  not_enough_store_coins: { status: 409, message: 'Not enough {currency}' },
  too_many_exchanges: { status: 409, message: 'At most {max} exchanges at once' },
  exchange_not_found: { status: 404, message: 'Exchange not found' },
  exchange_in_progress: { status: 409, message: 'An exchange with the platform is in progress' },
  not_rentable: { status: 409, message: 'Item #{item_id} cannot be rented out' },
  not_rented: { status: 409, message: 'You rent out no item #{item_id}' },
  not_in_shop: { status: 409, message: 'This shop does not sell item #{item_id}' },
  no_energy: { status: 409, message: 'This game has no energy items' },
  user_blocked: { status: 409, message: 'You block this player' },
  user_not_blocked: { status: 409, message: 'You do not block this player' },
  already_friends: { status: 409, message: 'You are friends already' },
  not_friends: { status: 409, message: 'You are not friends' },
  too_many_requests: { status: 409, message: 'The limit is reached ({limit}): at most {max}' },
  too_soon: { status: 409, message: 'The invitation was declined: it can be repeated at {retry_at}' },
  trade_ended: { status: 409, message: 'This trade has ended ({trade_status})' },
  trade_changed: { status: 409, message: 'The trade has changed: look at it again' },
  trade_empty: { status: 409, message: 'Nothing is offered on either side' },
  item_not_tradable: { status: 409, message: 'Item #{item_id} cannot be given away' },
  too_many_trade_items: { status: 400, message: 'At most {max} types of items on one side' },
  lot_too_large: { status: 400, message: 'At most {max} items in one lot' },
  message_empty: { status: 400, message: 'The message is empty' },
  message_too_long: { status: 400, message: 'At most {max} characters' },
  channel_read_only: { status: 409, message: 'Only moderators write in this channel' },
  chat_timed_out: { status: 409, message: 'You may not write until {until}: {reason}' },
  slow_mode: { status: 409, message: 'Slow mode: try again in {retry_after_s} s' },
  too_many_messages: { status: 409, message: 'Too many messages, try again in {retry_after_s} s' },
  repeated_message: { status: 409, message: 'You have just said this' },
  forbidden_words: { status: 409, message: 'This message has words that are not allowed here' },
  rate_limited: { status: 429, message: 'Too many requests, try again in {retry_after_s} s' },
  internal: { status: 500, message: 'Something went wrong' },
  unavailable: { status: 503, message: 'Temporarily unavailable, try again' },
  platform_unavailable: { status: 502, message: 'The store platform does not answer' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERRORS
export type ErrorParams = Readonly<Record<string, string | number>>

/** The body of every 4xx and 5xx answer. */
export interface ErrorBody {
  readonly code: ErrorCode
  readonly message: string
  readonly params: ErrorParams
}

/** Builds the body for a code; placeholders without a param stay empty. */
export function errorBody(code: ErrorCode, params: ErrorParams = {}): ErrorBody {
  const message = ERRORS[code].message.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
  return { code, message, params }
}
