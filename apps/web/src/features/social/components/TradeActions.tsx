import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/Button.tsx'
import { HoldButton } from './HoldButton.tsx'
import styles from './TradeDialog.module.css'

interface TradeActionsProps {
  /** Whether what is shown is what the player has confirmed. */
  readonly isConfirmed: boolean
  /** Whether there is a confirmation to take back. */
  readonly hasConfirmed: boolean
  readonly isLocked: boolean
  readonly isGift: boolean
  readonly isNothing: boolean
  readonly isConfirming: boolean
  readonly isCancelling: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
  readonly onDecline: () => void
}

/** Confirming, which is held down for a gift and locked after a change, taking it back, and ending the trade. */
export function TradeActions(props: TradeActionsProps) {
  const { t } = useTranslation('social')
  const { isConfirming, isLocked, isGift, isNothing, isConfirmed } = props
  const isOff = isLocked || isNothing || isConfirmed
  const label = isConfirming ? t('trade.confirming') : t(isGift ? 'trade.hold_gift' : 'trade.confirm')
  const note = isLocked ? t('trade.locked') : isNothing ? t('trade.nothing') : isConfirmed ? t('trade.waiting') : ''
  return (
    <div className={styles['actions']}>
      <p className={styles['note']} aria-live="polite">
        {note}
      </p>
      <Button look="quiet" onClick={props.onDecline}>
        {t('trade.decline')}
      </Button>
      {props.hasConfirmed && (
        <Button isPending={props.isCancelling} onClick={props.onCancel}>
          {t(props.isCancelling ? 'trade.cancelling' : 'trade.cancel')}
        </Button>
      )}
      {isGift ? (
        <HoldButton isPending={isConfirming} isOff={isOff} onHeld={props.onConfirm}>
          {label}
        </HoldButton>
      ) : (
        <Button look="accent" isPending={isConfirming} isOff={isOff} onClick={props.onConfirm}>
          {label}
        </Button>
      )}
    </div>
  )
}
