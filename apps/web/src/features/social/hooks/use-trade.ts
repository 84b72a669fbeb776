import type { Trade } from '@clutch/contract'
import { TRADE_LOCK_MS } from '@clutch/contract/constants'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { callApi } from '#shared/api/api.ts'
import { useCommand } from '#shared/api/use-command.ts'
import { useTrades } from '../api/social.ts'
import { changedItems, isSameOffer, offersOf, toTradeItem, type Offer } from '../model/offers.ts'
import { recentDeclines } from '../model/recent-declines.ts'
import { updateShownTrade } from '../model/social-store.ts'
import { draftOf, dropDraft, persistDraft } from '../model/trade-drafts.ts'
import { tradeLooks } from '../model/trade-looks.ts'
import { setTrade } from '../api/social-events.ts'

/** Differences from what the player last saw, until they confirm. */
export interface Marks {
  /** Items of the other side with their counts before. */
  readonly items: ReadonlyMap<number, number>
  /** The other side's coins before; undefined when they are the same. */
  readonly coins: number | undefined
}

/** The player's side of an open trade: the offer being edited, and the available actions. */
export function useTrade(trade: Trade) {
  const client = useQueryClient()
  const { own, theirs } = offersOf(trade)
  const [draft, setDraft] = useState(() => draftOf(trade) ?? own)
  const [stored, setStored] = useState(own)
  // The offer was changed on another device: unsent edits made here stay.
  if (!isSameOffer(stored, own)) {
    if (isSameOffer(draft, stored)) setDraft(own)
    setStored(own)
  }
  const { marks, isLocked } = useMarks(trade, theirs)
  const onSuccess = ({ trade: answered }: { readonly trade: Trade }) => setTrade(client, answered)
  const confirm = useCommand('POST /social/confirm-trade', { errors: 'inline', onSuccess })
  const cancel = useCommand('POST /social/cancel-trade', { errors: 'inline', onSuccess })
  const decline = useCommand('POST /social/decline-trade', { errors: 'inline', onSuccess })
  useEndElsewhere(trade)
  return {
    own,
    theirs,
    draft,
    setDraft: (changed: Offer) => {
      persistDraft(trade, changed)
      setDraft(changed)
    },
    marks,
    isLocked,
    isChanged: !isSameOffer(draft, own),
    isConfirming: confirm.isPending,
    isCancelling: cancel.isPending,
    error: confirm.error ?? cancel.error ?? decline.error,
    confirm: () => {
      cancel.reset()
      confirm.run(
        { id: trade.id, trade_item: toTradeItem(draft), seen_revision: trade.revision },
        {
          onSuccess: () => {
            dropDraft(trade)
            tradeLooks.confirmSeen(trade, theirs)
          },
        },
      )
    },
    cancel: () => {
      confirm.reset()
      cancel.run({ id: trade.id })
    },
    decline: () => {
      recentDeclines.note(trade.opponent_uuid, trade.opponent_name)
      decline.run({ id: trade.id })
    },
  }
}

/** What the other side changed since the player looked, and whether that is too recent to confirm. */
function useMarks(trade: Trade, theirs: Offer) {
  const look = useSyncExternalStore(tradeLooks.subscribe, () => tradeLooks.lookAt(trade))
  const looked = look?.looked ?? theirs
  const marks: Marks = {
    items: changedItems(looked, theirs),
    coins: looked.coins === theirs.coins ? undefined : looked.coins,
  }
  return { marks, isLocked: useIsBefore(look?.lockedUntilMs ?? 0) }
}

/** Whether a moment has not come yet. A clock that was set back lengthens nothing: the lock's time is the most. */
function useIsBefore(momentMs: number): boolean {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const leftMs = Math.min(TRADE_LOCK_MS, Math.max(0, momentMs - Date.now()))
    const timer = setTimeout(() => setNowMs(Math.max(momentMs, Date.now())), leftMs)
    return () => clearTimeout(timer)
  }, [momentMs])
  return nowMs < momentMs
}

/** Keeps the popup in sync with the list. A trade that ended unnoticed, as while offline, is found in the history. */
function useEndElsewhere(trade: Trade): void {
  const client = useQueryClient()
  const { data, isFetching } = useTrades()
  const listed = data?.find(({ id }) => id === trade.id)
  const isMissing = data !== undefined && !isFetching && listed === undefined
  const isLost = isMissing && trade.trade_status === 'active'
  const { id, opponent_uuid } = trade
  const find = useEffectEvent(async () => {
    const query = { user_uuid: opponent_uuid }
    const { response } = await callApi('GET /social/get-trade-history', null, { query })
    const ended = response.find((past) => past.id === id)
    if (ended !== undefined) setTrade(client, ended)
  })
  useEffect(() => {
    if (listed !== undefined && !isFetching) updateShownTrade(listed)
  }, [listed, isFetching])
  useEffect(() => {
    if (isLost) void find().catch(() => undefined)
  }, [isLost])
}
