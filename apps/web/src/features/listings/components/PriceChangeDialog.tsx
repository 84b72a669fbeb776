import type { Lot } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { PriceField } from '#shared/trade/OrderFields.tsx'
import { OrderTotals, OrderWords } from '#shared/trade/OrderSummary.tsx'
import trade from '#shared/trade/TradeForm.module.css'
import { Button } from '#shared/ui/Button.tsx'
import { Modal } from '#shared/ui/Modal.tsx'
import { usePriceChange } from '../hooks/use-price-change.ts'
import styles from './PriceChangeDialog.module.css'

interface PriceChangeDialogProps {
  readonly lot: Lot
  /** The price, in coins, that the form begins with. */
  readonly startPrice: number
  readonly onClose: () => void
}

/** Gives a lot another price: cancelled and placed again in one command, so that nobody comes in between. */
export function PriceChangeDialog({ lot, startPrice, onClose }: PriceChangeDialogProps) {
  const { t } = useTranslation(['listings', 'market'])
  const errorText = useErrorText()
  const name = useItemName()(lot.item_type_id)
  const form = usePriceChange(lot, startPrice, onClose)
  return (
    <Modal title={t('title_change', { name })} isOpen onClose={onClose}>
      <form
        noValidate
        className={trade['form']}
        onSubmit={(event) => {
          event.preventDefault()
          form.submit()
        }}
      >
        <p className={styles['note']}>{t('change_note')}</p>
        <PriceField
          isFirst
          price={form.priceText}
          currency={form.currency}
          bestPrice={form.bestPrice}
          side={opposite(lot.type)}
          onPrice={form.setPrice}
          onCurrency={form.setCurrency}
          onBest={form.applyBestPrice}
        />
        <OrderWords
          side={lot.type}
          preview={form.preview}
          price={form.order?.priceCoins ?? 0}
          isPossible={form.warning === null}
        />
        <OrderTotals
          side={lot.type}
          order={form.order}
          preview={form.preview}
          coins={form.coinsFree}
          feeBasisPoints={form.feeBasisPoints}
        />
        <div className={trade['notes']} role="alert">
          {form.problem !== null && <p>{t(`market:trade.problem.${form.problem}`)}</p>}
          {form.warning !== null && form.error === null && <p>{t(`market:trade.warning.${form.warning}`)}</p>}
          {form.error !== null && <p>{errorText(form.error)}</p>}
        </div>
        <Button
          type="submit"
          look={lot.type}
          className={trade['submit']}
          isPending={form.isPending}
          disabled={form.order === null || form.isUnchanged || form.warning !== null}
        >
          {t('change_price')}
        </Button>
      </form>
    </Modal>
  )
}

function opposite(side: 'buy' | 'sell'): 'buy' | 'sell' {
  return side === 'buy' ? 'sell' : 'buy'
}
