import type { LotHistoryEntry } from '@clutch/contract'
import { MARKET_HISTORY_EFFECTS } from '@clutch/contract/constants'
import { DAY_SEC } from '@clutch/contract/formats'
import { IconChevronDown } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { readableColor } from '#shared/format/contrast.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { ItemLink } from '#shared/market/ItemLink.tsx'
import { serverNowSec } from '#shared/timing/server-clock.ts'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { Price } from '#shared/ui/Price.tsx'
import { useGrowingList } from '#shared/ui/gradual-rendering.tsx'
import styles from './HistoryRows.module.css'

const TILE_SIZE = 36
/** Two screens of a phone. */
const ROWS_STEP = 24
const SIGNS = { '-1': '−', 0: '', 1: '+' } as const

interface HistoryRowsProps {
  readonly label: string
  readonly entries: readonly LotHistoryEntry[]
  readonly hasFees: boolean
  readonly isOld: boolean
}

/** Past orders on a phone: two lines each, and the rest on a press. */
export function HistoryRows({ label, entries, hasFees, isOld }: HistoryRowsProps) {
  const { drawn, end } = useGrowingList<HTMLDivElement>(entries.length, ROWS_STEP)
  return (
    <div className={styles['frame']} aria-busy={isOld}>
      <ul aria-label={label} data-results>
        {entries.slice(0, drawn).map((entry) => (
          <HistoryRow key={entry.uuid} entry={entry} hasFees={hasFees} />
        ))}
      </ul>
      <div ref={end} />
    </div>
  )
}

function HistoryRow({ entry, hasFees }: { readonly entry: LotHistoryEntry; readonly hasFees: boolean }) {
  const { t } = useTranslation('market')
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { data: catalogue } = useCatalogue()
  const name = useItemName()(entry.item_type_id)
  const { type, count, price, fee, created_at: atSec } = entry
  const item = catalogue?.byId.get(entry.item_type_id)
  const effects = MARKET_HISTORY_EFFECTS[type]
  const isToday = serverNowSec() - atSec < DAY_SEC
  return (
    <li className={styles['row']}>
      <button type="button" className={styles['head']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ItemTile item={item} size={TILE_SIZE} />
        <span className={styles['name']} style={{ color: readableColor(item?.NameColor ?? '') }}>
          {name}
        </span>
        <span className={styles['sum']} data-effect={effects.coins}>
          <Price coins={price * count - fee} sign={SIGNS[effects.coins]} />
        </span>
        <span className={styles['what']}>
          {t(`history.types.${type}`)} · {SIGNS[effects.items]}
          {format.quantity(count)} × {format.price(price)}
        </span>
        <time className={styles['when']}>{isToday ? format.time(atSec) : format.shortDay(atSec)}</time>
        <IconChevronDown size={14} className={styles['more']} aria-hidden="true" />
      </button>
      {isOpen && (
        <dl className={styles['details']}>
          <Detail label={t('table.name')}>
            <ItemLink itemId={entry.item_type_id} />
          </Detail>
          <Detail label={t('table.order_date')}>{format.dateTime(atSec)}</Detail>
          <Detail label={t('table.quantity')}>
            {SIGNS[effects.items]}
            {format.exact(count)}
          </Detail>
          <Detail label={t('table.price')}>
            <Price coins={price} isExact />
          </Detail>
          <Detail label={t('table.sum')}>
            <Price coins={price * count} isExact sign={SIGNS[effects.coins]} />
          </Detail>
          {hasFees && (
            <>
              <Detail label={t('table.fee')}>{fee === 0 ? '–' : <Price coins={fee} isExact />}</Detail>
              <Detail label={t('table.net')}>
                <Price coins={price * count - fee} isExact sign={SIGNS[effects.coins]} />
              </Detail>
            </>
          )}
        </dl>
      )}
    </li>
  )
}

function Detail({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
