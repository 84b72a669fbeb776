import type { OwnLot } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import styles from './ItemLots.module.css'
import { SECOND_MS } from '@clutch/contract/formats'
import { useRef, useState } from 'react'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { LazyConfirmDialog } from '#shared/ui/LazyConfirmDialog.tsx'
import { useCancelLots } from '#shared/market/use-cancel-lots.ts'
import { QueuePlace } from '#shared/market/QueuePlace.tsx'
import { rememberRow } from '#shared/ui/focus-next-row.ts'
import { LotPrice } from '#shared/market/LotPrice.tsx'

/** The player's own open lots of the item, when there are any. */
export function ItemLots({ lots }: { readonly lots: readonly OwnLot[] }) {
  const { t } = useTranslation('market')
  return (
    <section className={styles['lots']} aria-label={t('lots.own')}>
      <h3 className={styles['title']}>{t('lots.own')}</h3>
      <ul>
        {lots.map((lot) => (
          <LotLine key={lot.lot_uuid} lot={lot} />
        ))}
      </ul>
    </section>
  )
}

/** One open lot with its filled share, and the way to take it back. */
export function LotLine({ lot }: { readonly lot: OwnLot }) {
  const { t } = useTranslation('market')
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const { cancel, isPending, error, reset } = useCancelLots()
  const goOn = useRef<() => void>(() => undefined)
  const close = () => {
    setAsking(false)
    reset()
  }
  const ask = () => {
    goOn.current = rememberRow()
    setAsking(true)
  }
  return (
    <li className={styles['line']}>
      <span className={styles[lot.type]}>{t(lot.type === 'buy' ? 'lots.buy' : 'lots.sell')}</span>
      <span>
        <LotPrice lot={lot} />
        <QueuePlace lot={lot} />
      </span>
      <span className={styles['count']}>
        {format.exact(lot.current_count)}
        <span className={styles['whole']}>/{format.exact(lot.count)}</span>
        <progress
          className={styles['progress']}
          max={lot.count}
          value={lot.count - lot.current_count}
          aria-label={t('lots.filled')}
        />
      </span>
      <time className={styles['date']} dateTime={new Date(lot.created_at * SECOND_MS).toISOString()}>
        {format.dateTime(lot.created_at)}
      </time>
      <Button isPending={isPending} onClick={ask}>
        {t('lots.cancel')}
      </Button>
      <LazyConfirmDialog
        title={t('lots.confirm_cancel')}
        isOpen={isAsking}
        isPending={isPending}
        error={error}
        confirmLabel={t('lots.cancel')}
        onConfirm={() =>
          cancel([lot], () => {
            close()
            goOn.current()
          })
        }
        onClose={close}
      />
    </li>
  )
}
