import type { Trade } from '@clutch/contract'
import { TRADE_ITEMS_MAX } from '@clutch/contract/constants'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { useCoins, useInventory } from '#shared/live/live-store.ts'
import { useFairPrices } from '#shared/market/fair-prices.ts'
import { useTrade } from '../hooks/use-trade.ts'
import { compareValues, valueOf } from '../model/fair-value.ts'
import { countIn, isEmptyOffer, withItem } from '../model/offers.ts'
import { useNameWarning } from './InvitationsTab.tsx'
import { OwnGoods } from './OwnGoods.tsx'
import { OwnOffer } from './OwnOffer.tsx'
import { QuantityDialog } from './QuantityDialog.tsx'
import { TheirOffer } from './TheirOffer.tsx'
import { TradeActions } from './TradeActions.tsx'
import styles from './TradeDialog.module.css'
import { TradeValues } from './TradeValues.tsx'

/** Own goods, own offer and the other side's, with what both are worth and what can be done. */
export function TradeTable({ trade }: { readonly trade: Trade }) {
  const { t } = useTranslation('social')
  const errorText = useErrorText()
  const table = useTrade(trade)
  const { draft, theirs, setDraft } = table
  const inventory = useInventory()
  const coins = useCoins() ?? 0
  const [asked, setAsked] = useState<number>()
  // While it is unclear, nothing can be confirmed: the offer would hold other coins than the field shows.
  const [areCoinsClear, setCoinsClear] = useState(true)
  const prices = useFairPrices([...draft.items, ...theirs.items].map(({ itemId }) => itemId))
  const [ownValue, theirValue] = [valueOf(draft, prices), valueOf(theirs, prices)]
  const balance = compareValues(ownValue, theirValue)
  const warning = useNameWarning({ user_uuid: trade.opponent_uuid, name: trade.opponent_name })
  const isFull = draft.items.length >= TRADE_ITEMS_MAX
  const offer = (itemId: number, count: number) => {
    const owned = inventory.get(itemId) ?? 0
    setDraft(withItem(draft, itemId, Math.min(owned, Math.max(0, count))))
  }
  return (
    <div className={styles['table']}>
      {warning !== undefined && (
        <p className={styles['warning']}>
          <IconAlertTriangle size={16} aria-hidden="true" />
          {warning}
        </p>
      )}
      <div className={styles['columns']}>
        <OwnGoods
          inventory={inventory}
          draft={draft}
          isFull={isFull}
          onAsk={setAsked}
          onMax={(itemId) => offer(itemId, inventory.get(itemId) ?? 0)}
        />
        <OwnOffer
          draft={draft}
          status={trade.my_status}
          isChanged={table.isChanged}
          coinsMax={coins}
          areCoinsClear={areCoinsClear}
          onCoins={(amount) => {
            setCoinsClear(!Number.isNaN(amount))
            if (!Number.isNaN(amount)) setDraft({ ...draft, coins: amount })
          }}
          onAsk={setAsked}
          onRemove={(itemId) => offer(itemId, 0)}
        />
        <TheirOffer name={trade.opponent_name} offer={theirs} status={trade.opponent_status} marks={table.marks} />
      </div>
      <MissingNote trade={trade} />
      <TradeValues own={ownValue} theirs={theirValue} balance={balance} />
      {table.error !== null && (
        <p role="alert" className={styles['error']}>
          {errorText(table.error)}
        </p>
      )}
      <TradeActions
        isConfirmed={trade.my_status === 'confirmed' && !table.isChanged}
        hasConfirmed={trade.my_status === 'confirmed'}
        isLocked={table.isLocked || !areCoinsClear}
        isGift={!isEmptyOffer(draft) && isEmptyOffer(theirs)}
        isNothing={isEmptyOffer(draft) && isEmptyOffer(theirs)}
        isConfirming={table.isConfirming}
        isCancelling={table.isCancelling}
        onConfirm={table.confirm}
        onCancel={table.cancel}
        onDecline={table.decline}
      />
      {asked !== undefined && (
        <QuantityDialog
          itemId={asked}
          initial={countIn(draft, asked)}
          max={inventory.get(asked) ?? 0}
          onAdd={(count) => {
            offer(asked, count)
            setAsked(undefined)
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      <output className="visually-hidden">
        {trade.opponent_status === 'confirmed' ? t('trade.they_confirmed', { name: trade.opponent_name }) : ''}
      </output>
    </div>
  )
}

/** Items of its offer that a side no longer has; its confirmation was withdrawn. */
function MissingNote({ trade }: { readonly trade: Trade }) {
  const { t } = useTranslation('social')
  const format = useFormat()
  const nameOf = useItemName()
  const list = (missing: Trade['my_missing']) =>
    missing
      .map(({ item_id, count }) => `${item_id === 0 ? t('trade.coins') : nameOf(item_id)} ×${format.exact(count)}`)
      .join(', ')
  const { my_missing, opponent_missing, opponent_name: name } = trade
  if (my_missing.length === 0 && opponent_missing.length === 0) return null
  return (
    <p role="alert" className={styles['error']}>
      {my_missing.length > 0
        ? t('trade.you_miss', { list: list(my_missing) })
        : t('trade.they_miss', { name, list: list(opponent_missing) })}
    </p>
  )
}
