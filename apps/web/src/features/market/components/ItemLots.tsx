import type { OwnLot } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import styles from './ItemLots.module.css'
import { SECOND_MS } from '@clutch/contract/formats'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { LazyConfirmDialog } from '#shared/ui/LazyConfirmDialog.tsx'
import { useCancelLots } from '#shared/market/use-cancel-lots.ts'
import { QueuePlace } from '#shared/market/QueuePlace.tsx'
import { LotPrice } from '#shared/market/LotPrice.tsx'

/** The player's own open lots of the item, when there are any, and the way to take each back. */
export function ItemLots({ lots }: { readonly lots: readonly OwnLot[] }) {
  const { t } = useTranslation('market')
  const { asked, ask, cancel, dialog } = useCancelLots()
  return (
    <section className={styles['lots']} aria-label={t('lots.own')}>
      <h3 className={styles['title']}>{t('lots.own')}</h3>
      <ul>
        {lots.map((lot) => (
          <LotLine
            key={lot.lot_uuid}
            lot={lot}
            isLeaving={dialog.isPending && asked.some(({ lot_uuid }) => lot_uuid === lot.lot_uuid)}
            onCancel={() => ask([lot])}
          />
        ))}
      </ul>
      <LazyConfirmDialog
        {...dialog}
        title={t('lots.confirm_cancel')}
        confirmLabel={t('lots.cancel')}
        onConfirm={() => cancel(asked)}
      />
    </section>
  )
}

interface LotLineProps {
  readonly lot: OwnLot
  /** It is being taken back. */
  readonly isLeaving: boolean
  readonly onCancel: () => void
}

/** One open lot with its filled share. */
function LotLine({ lot, isLeaving, onCancel }: LotLineProps) {
  const { t } = useTranslation('market')
  const format = useFormat()
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
      <Button isPending={isLeaving} onClick={onCancel}>
        {t('lots.cancel')}
      </Button>
    </li>
  )
}
