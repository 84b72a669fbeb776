import type { FrozenItem } from '@clutch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { showToast } from '#shared/ui/toast-store.ts'
import { useTitle } from '#shared/ui/use-title.ts'
import styles from '../AdminPanel.module.css'
import { ReasonField } from '../FormField.tsx'
import { ItemIdField } from '../ItemIdField.tsx'
import { wholeNumber } from '../item-change.ts'
import { useFreezeItem, useFrozenItems } from './frozen-items.ts'
import { Checkbox } from '#shared/ui/Checkbox.tsx'

/** Items whose trading is paused: pause one, cancel its lots with refunds, resume it. */
export function MarketPage() {
  const { t } = useTranslation('operator')
  useTitle(t('market.title'))
  const nameOf = useItemName()
  const format = useFormat()
  const frozen = useFrozenItems()
  const [itemText, setItemText] = useState('')
  const [reason, setReason] = useState('')
  const [cancelsLots, setCancelsLots] = useState(false)
  const act = useFreezing()
  const itemId = wholeNumber(itemText) ?? 0
  const isIncomplete = itemId === 0 || reason.trim() === ''
  const columns: readonly Column<FrozenItem>[] = [
    {
      key: 'item',
      head: t('market.item'),
      isName: true,
      renderCell: ({ item_id }) => `${nameOf(item_id)} (${item_id})`,
    },
    { key: 'reason', head: t('market.reason'), renderCell: (row) => row.reason },
    { key: 'since', head: t('market.since'), renderCell: ({ since }) => format.dateTime(since) },
    {
      key: 'lots',
      head: t('market.open_lots'),
      look: 'number',
      renderCell: ({ open_lots }) => format.exact(open_lots),
    },
    {
      key: 'thaw',
      head: t('market.thaw'),
      look: 'acts',
      isHeadHidden: true,
      renderCell: (row) => (
        <Button
          aria-label={t('market.thaw_item', { item: nameOf(row.item_id) })}
          isPending={act.isPending}
          onClick={() => act.send({ item_id: row.item_id, is_frozen: false, reason: reason.trim() || row.reason })}
        >
          {t('market.thaw')}
        </Button>
      ),
    },
  ]
  return (
    <div className={pages['page']}>
      <h2 className={pages['title']}>{t('market.title')}</h2>
      <form
        noValidate
        className={styles['card']}
        aria-label={t('market.freeze')}
        onSubmit={(event) => {
          event.preventDefault()
          if (isIncomplete) return
          act.send({ item_id: itemId, is_frozen: true, cancel_lots: cancelsLots, reason }, () => setItemText(''))
        }}
      >
        <p className={styles['hint']}>{t('market.explanation')}</p>
        <div className={styles['entries']}>
          <ItemIdField label={t('market.item_id')} value={itemText} onChange={setItemText} />
          <ReasonField label={t('market.reason_shown')} value={reason} onChange={setReason} />
        </div>
        <Checkbox isChecked={cancelsLots} onChange={setCancelsLots}>
          {t('market.cancel_lots')}
        </Checkbox>
        <div className={styles['line']}>
          <Button type="submit" look="sell" disabled={isIncomplete} isPending={act.isPending}>
            {t('market.freeze')}
          </Button>
        </div>
      </form>
      <DataTable
        label={t('market.frozen')}
        columns={columns}
        rows={frozen.data}
        error={frozen.error}
        onRetry={() => void frozen.refetch()}
        keyOf={({ item_id }) => String(item_id)}
        empty={t('market.none')}
        isFramed
      />
    </div>
  )
}

/** Sends a freeze or a thaw and shows the outcome. */
function useFreezing() {
  const { t } = useTranslation('operator')
  const { mutate, isPending } = useFreezeItem()
  const send = (body: Parameters<typeof mutate>[0], onDone?: () => void) =>
    mutate(body, {
      onSuccess: () => {
        onDone?.()
        showToast(t('done'))
      },
    })
  return { send, isPending }
}
