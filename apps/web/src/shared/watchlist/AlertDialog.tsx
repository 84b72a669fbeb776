import { useTranslation } from 'react-i18next'
import { useItemName } from '../catalogue/use-item-name.ts'
import { useErrorText } from '../i18n/use-error-text.ts'
import { PriceField } from '../trade/OrderFields.tsx'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/Modal.tsx'
import styles from './AlertDialog.module.css'
import { useAlertForm } from './use-alert-form.ts'
import { ErrorState } from '../ui/States.tsx'
import { AlertLine } from './AlertLine.tsx'
import { useItemAlerts } from './alerts.ts'
import { RadioGroup, RadioOption } from '../ui/RadioGroup.tsx'

const SIDES = ['sell', 'buy'] as const
const DIRECTIONS = ['below', 'above'] as const

interface AlertDialogProps {
  readonly itemId: number
  readonly onClose: () => void
}

/** Creates a price alert for an item (which best price, direction, amount), and lists its active ones. */
export function AlertDialog({ itemId, onClose }: AlertDialogProps) {
  const { t } = useTranslation('watch')
  const { t: tMarket } = useTranslation('market')
  const errorText = useErrorText()
  const name = useItemName()(itemId)
  const form = useAlertForm(itemId)
  return (
    <Modal title={t('alerts.title', { name })} isOpen onClose={onClose}>
      <form
        noValidate
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          form.submit()
        }}
      >
        <Choice
          label={t('alerts.side')}
          choices={SIDES.map((side) => ({ value: side, text: t(`alerts.sides.${side}`) }))}
          chosen={form.entry.side}
          onChoose={form.setSide}
        />
        <Choice
          label={t('alerts.direction')}
          choices={DIRECTIONS.map((direction) => ({ value: direction, text: t(`alerts.directions.${direction}`) }))}
          chosen={form.entry.direction}
          onChoose={form.setDirection}
        />
        <PriceField
          side={form.entry.side === 'sell' ? 'buy' : 'sell'}
          isFirst
          price={form.entry.priceText}
          currency={form.entry.currency}
          bestPrice={form.bestPrice}
          onPrice={form.setPrice}
          onCurrency={form.setCurrency}
          onBest={form.applyBestPrice}
        />
        <div className={styles['notes']} role="alert">
          {form.problem !== null && <p>{tMarket(`trade.problem.${form.problem}`)}</p>}
          {form.error !== null && <p>{errorText(form.error)}</p>}
        </div>
        <Button
          type="submit"
          look="accent"
          className={styles['submit']}
          isPending={form.isPending}
          disabled={!form.isValid}
        >
          {t('alerts.create')}
        </Button>
      </form>
      <AlertList itemId={itemId} />
    </Modal>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly choices: readonly { readonly value: Value; readonly text: string }[]
  readonly chosen: Value
  readonly onChoose: (value: Value) => void
}

/** Two choices side by side. */
export function Choice<Value extends string>({ label, choices, chosen, onChoose }: ChoiceProps<Value>) {
  return (
    <RadioGroup look="pills" label={label} className={styles['choice']} value={chosen} onChange={onChoose}>
      {choices.map(({ value, text }) => (
        <RadioOption key={value} value={value} className={styles['option']}>
          {text}
        </RadioOption>
      ))}
    </RadioGroup>
  )
}

/** The item's active alerts, each with a delete button. */
export function AlertList({ itemId }: { readonly itemId: number }) {
  const { t } = useTranslation('watch')
  const { data, error, refetch } = useItemAlerts(itemId)
  return (
    <section className={styles['waiting']} aria-label={t('alerts.waiting')}>
      <h3 className={styles['heading']}>{t('alerts.waiting')}</h3>
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <span className={styles['ghost']} />}
      {data?.length === 0 && <p className={styles['none']}>{t('alerts.none')}</p>}
      <ul>
        {data?.map((alert) => (
          <AlertLine key={alert.alert_id} alert={alert} />
        ))}
      </ul>
    </section>
  )
}
