import type { LotHistoryEntry } from '@clutch/contract'
import { MARKET_HISTORY_EFFECTS } from '@clutch/contract/constants'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { readableColor } from '#shared/format/contrast.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { Price } from '#shared/ui/Price.tsx'
import { ItemLink } from '#shared/market/ItemLink.tsx'
import tables from '#shared/ui/DataTable.module.css'
import styles from './HistoryTable.module.css'

const TILE_SIZE = 32

interface HistoryTableProps {
  readonly entries: readonly LotHistoryEntry[]
  readonly isBusy: boolean
}

export function HistoryTable({ entries, isBusy }: HistoryTableProps) {
  const { t } = useTranslation('market')
  return (
    <div className={styles['frame']} aria-busy={isBusy}>
      <div className={tables['scroll']}>
        <table className={tables['table']}>
          <thead>
            <tr>
              <th scope="col">{t('table.name')}</th>
              <th scope="col">{t('table.type')}</th>
              <th scope="col">{t('table.order_date')}</th>
              <th scope="col" className={tables['number']}>
                {t('table.quantity')}
              </th>
              <th scope="col" className={tables['number']}>
                {t('table.price')}
              </th>
              <th scope="col" className={tables['number']}>
                {t('table.sum')}
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <HistoryRow key={entry.uuid} entry={entry} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function HistoryRow({ entry }: { readonly entry: LotHistoryEntry }) {
  const { t } = useTranslation('market')
  const format = useFormat()
  const { data: catalogue } = useCatalogue()
  const item = catalogue?.byId.get(entry.item_type_id)
  const name = useItemName()(entry.item_type_id)
  const effect = MARKET_HISTORY_EFFECTS[entry.type]
  return (
    <tr>
      <td>
        <ItemLink itemId={entry.item_type_id}>
          <ItemTile item={item} size={TILE_SIZE} />
          <span style={{ color: readableColor(item?.NameColor ?? '') }}>{name}</span>
        </ItemLink>
      </td>
      <td className={tables['quiet']} data-label={t('table.type')}>
        {t(`history.types.${entry.type}`)}
      </td>
      <td className={tables['quiet']} data-label={t('table.order_date')}>
        {format.dateTime(entry.created_at)}
      </td>
      <td className={tables['number']} data-label={t('table.quantity')}>
        <Signed sign={effect.items}>{format.exact(entry.count)}</Signed>
      </td>
      <td className={tables['number']} data-label={t('table.price')}>
        <Price coins={entry.price} isExact />
      </td>
      <td className={tables['number']} data-label={t('table.sum')}>
        <Signed sign={effect.coins}>
          <Price coins={entry.price * entry.count} isExact />
        </Signed>
      </td>
    </tr>
  )
}

interface SignedProps {
  readonly sign: -1 | 0 | 1
  readonly children: ReactNode
}

function Signed({ sign, children }: SignedProps) {
  if (sign === 0) return <span className={tables['quiet']}>{children}</span>
  return (
    <span className={sign > 0 ? tables['gain'] : tables['loss']}>
      {sign > 0 ? '+' : '−'} {children}
    </span>
  )
}
