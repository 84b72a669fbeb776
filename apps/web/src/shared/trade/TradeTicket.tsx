import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemDetails } from '../market/item-details.ts'
import type { Side } from '../market/order-preview.ts'
import { classNames } from '../ui/class-names.ts'
import segments from '../ui/Segments.module.css'
import { TradeForm } from './TradeForm.tsx'
import styles from './TradeTicket.module.css'
import type { TradeStart } from './use-trade-form.ts'

const SIDES: readonly Side[] = ['buy', 'sell']

interface TradeTicketProps {
  readonly itemId: number
  readonly details: ItemDetails
  readonly start: TradeStart
  /** Incremented by every press that fills the ticket; 0 before the first. */
  readonly fills: number
  readonly onStart: (start: TradeStart) => void
}

/** The form docked next to book and chart: pressing a price fills it, and it is ready again after each trade. */
export function TradeTicket({ itemId, details, start, fills, onStart }: TradeTicketProps) {
  const { t } = useTranslation('market')
  const ticket = useRef<HTMLElement>(null)
  useEffect(() => {
    if (fills > 0) ticket.current?.querySelector<HTMLElement>('[data-initial-focus]')?.focus()
  }, [fills])
  return (
    <section ref={ticket} className={styles['ticket']} aria-label={t('trade.ticket')}>
      <fieldset className={segments['track']} aria-label={t('trade.side')}>
        {SIDES.map((side) => (
          <button
            key={side}
            type="button"
            className={classNames(segments['segment'], styles[side])}
            aria-pressed={side === start.side}
            onClick={() => onStart({ side })}
          >
            {t(`trade.${side}`)}
            <kbd aria-hidden="true">{side === 'buy' ? 'B' : 'S'}</kbd>
          </button>
        ))}
      </fieldset>
      <TradeForm
        key={`${start.side}:${fills}`}
        itemId={itemId}
        details={details}
        start={{ ...start, isFollowing: true }}
        onDone={() => onStart({ side: start.side })}
      />
    </section>
  )
}
