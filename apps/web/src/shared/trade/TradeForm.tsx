import { useTranslation } from 'react-i18next'
import { useErrorText } from '../i18n/use-error-text.ts'
import type { ItemDetails } from '../market/item-details.ts'
import { Button } from '../ui/Button.tsx'
import { CountField, PriceField } from './OrderFields.tsx'
import { OrderTotals, OrderWords } from './OrderSummary.tsx'
import styles from './TradeForm.module.css'
import { useTradeForm, type TradeStart } from './use-trade-form.ts'

interface TradeFormProps {
  readonly itemId: number
  readonly details: ItemDetails
  readonly start: TradeStart
  readonly onDone: () => void
}

/** The buy or sell form. Errors show inside it, and nothing typed is lost. */
export function TradeForm({ itemId, details, start, onDone }: TradeFormProps) {
  const { t } = useTranslation('market')
  const errorText = useErrorText()
  const form = useTradeForm({ itemId, details, start, onDone })
  const { side } = start
  const action = form.isImmediate ? 'now' : 'order'
  return (
    <form
      noValidate
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <div className={styles['fields']}>
        <CountField value={form.entry.countText} max={form.countMax} onChange={form.setCount} />
        <PriceField
          side={side}
          price={form.entry.priceText}
          currency={form.entry.currency}
          bestPrice={form.bestPrice}
          onPrice={form.setPrice}
          onCurrency={form.setCurrency}
          onBest={form.applyBestPrice}
          queuePrices={form.queuePrices}
          onCoins={form.setCoins}
        />
      </div>
      <OrderWords
        side={side}
        preview={form.preview}
        price={form.order?.priceCoins ?? 0}
        isPossible={form.warning === null}
      />
      <OrderTotals
        side={side}
        order={form.order}
        preview={form.preview}
        coins={form.coins}
        feeBasisPoints={details.fee_basis_points}
      />
      <div className={styles['notes']} role="alert">
        {form.problem !== null && <p>{t(`trade.problem.${form.problem}`, form.problemParams)}</p>}
        {form.warning !== null && form.error === null && <p>{t(`trade.warning.${form.warning}`)}</p>}
        {form.error !== null && <p>{errorText(form.error)}</p>}
      </div>
      <Button
        type="submit"
        look={side}
        className={styles['submit']}
        isPending={form.isPending}
        disabled={!form.canSubmit}
      >
        {t(`trade.${side}_${action}`)}
      </Button>
    </form>
  )
}
