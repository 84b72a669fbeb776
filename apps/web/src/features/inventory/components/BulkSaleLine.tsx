import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { readableColor } from '#shared/format/contrast.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { AmountField } from '#shared/ui/AmountInput.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { Coin } from '#shared/ui/Coin.tsx'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { Price } from '#shared/ui/Price.tsx'
import type { SaleLine } from '../hooks/use-bulk-sale.ts'
import type { SaleMode, SalePlan } from '../model/bulk-sale.ts'
import styles from './BulkSaleLine.module.css'

const TILE_SIZE = 36

interface BulkSaleLineProps {
  readonly line: SaleLine
  readonly mode: SaleMode
  readonly isLocked: boolean
  readonly onCount: (count: number) => void
  readonly onPrice: (price: number) => void
  readonly onRemove: () => void
}

/** One item of a sale: how many, at what price, what would happen, and in the end what did. */
export function BulkSaleLine({ line, mode, isLocked, onCount, onPrice, onRemove }: BulkSaleLineProps) {
  const { t } = useTranslation('inventory')
  const { data: catalogue } = useCatalogue()
  const item = catalogue?.byId.get(line.itemId)
  const name = useItemName()(line.itemId)
  return (
    <li className={styles['line']}>
      <ItemTile item={item} size={TILE_SIZE} />
      <span className={styles['name']} style={{ color: readableColor(item?.NameColor ?? '') }}>
        {name}
      </span>
      <WholeField
        mark="×"
        label={t('sell.quantity', { name })}
        value={line.count}
        max={line.owned}
        isDisabled={isLocked}
        onChange={onCount}
      />
      {mode === 'order' && (
        <WholeField
          mark={<Coin coin="coin" size={14} />}
          label={t('sell.price', { name })}
          value={line.price}
          max={undefined}
          isDisabled={isLocked}
          onChange={onPrice}
        />
      )}
      <Button
        look="quiet"
        isIcon
        className={styles['remove']}
        aria-label={t('sell.remove', { name })}
        disabled={isLocked}
        onClick={onRemove}
      >
        <IconX size={16} />
      </Button>
      <div className={styles['words']}>
        {line.outcome === undefined ? <PlanWords plan={line.plan} /> : <OutcomeWords outcome={line.outcome} />}
      </div>
    </li>
  )
}

interface WholeFieldProps {
  /** Distinguishes count and price. */
  readonly mark: ReactNode
  readonly label: string
  readonly value: number
  readonly max: number | undefined
  readonly isDisabled: boolean
  readonly onChange: (value: number) => void
}

/** A whole amount with a mark before it; 0 while the field holds none. */
function WholeField({ mark, label, value, max, isDisabled, onChange }: WholeFieldProps) {
  return (
    <span className={styles['field']}>
      <span className={styles['mark']} aria-hidden="true">
        {mark}
      </span>
      <AmountField
        value={value === 0 ? null : value}
        max={max}
        aria-label={label}
        disabled={isDisabled}
        onChange={(amount) => onChange(amount === null || Number.isNaN(amount) ? 0 : amount)}
      />
    </span>
  )
}

function PlanWords({ plan }: { readonly plan: SalePlan | null }) {
  const { t } = useTranslation('inventory')
  const format = useFormat()
  if (plan === null) return '–'
  return (
    <>
      {plan.nowCount > 0 && (
        <span>
          {t('sell.at_prices', {
            amount: format.exact(plan.nowCount),
            prices: format.range(plan.nowFrom, plan.nowTo),
          })}
        </span>
      )}
      {plan.problem !== null && (
        <span className={styles['problem']}>{t(`sell.${plan.problem}`, { amount: format.exact(plan.count) })}</span>
      )}
      {plan.proceeds > 0 && <Price coins={plan.proceeds} isExact />}
    </>
  )
}

function OutcomeWords({ outcome }: { readonly outcome: NonNullable<SaleLine['outcome']> }) {
  const { t } = useTranslation('inventory')
  const format = useFormat()
  const errorText = useErrorText()
  if (!outcome.isDone) return <span className={styles['problem']}>{errorText(outcome.error)}</span>
  const { soldCount, soldTotal, placedCount } = outcome
  return (
    <>
      {soldCount > 0 && (
        <span className={styles['done']}>
          {t('sell.sold_now', { amount: format.exact(soldCount), total: format.exact(soldTotal) })}
        </span>
      )}
      {placedCount > 0 && (
        <span className={styles['done']}>{t('sell.placed', { amount: format.exact(placedCount) })}</span>
      )}
    </>
  )
}
