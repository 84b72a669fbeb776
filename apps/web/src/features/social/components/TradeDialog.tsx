import type { Trade } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/Button.tsx'
import { Modal } from '#shared/ui/Modal.tsx'
import { closeTrade } from '../model/social-store.ts'
import styles from './TradeDialog.module.css'
import { TradeTable } from './TradeTable.tsx'

/** The trade with a friend, step by step as both take them; at its end, how it ended (document 2 §2). */
export function TradeDialog({ trade }: { readonly trade: Trade }) {
  const { t } = useTranslation('social')
  const name = trade.opponent_name
  if (trade.trade_status !== 'active') {
    const text = trade.trade_status === 'completed' ? t('trade.completed') : t(`ended.${trade.trade_status}`, { name })
    return (
      <Modal title={t('trade.title', { name })} isOpen onClose={closeTrade}>
        <div className={styles['end']}>
          <output>{text}</output>
          <Button look="accent" data-initial-focus onClick={closeTrade}>
            {t('trade.ok')}
          </Button>
        </div>
      </Modal>
    )
  }
  return (
    <Modal title={t('trade.title', { name })} width="table" isOpen onClose={closeTrade}>
      <TradeTable trade={trade} />
    </Modal>
  )
}
