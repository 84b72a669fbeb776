import { CRAFT_COUNT_MAX } from '@clutch/contract/constants'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '../catalogue/catalogue.ts'
import { useItemName } from '../catalogue/use-item-name.ts'
import { readableColor } from '../format/contrast.ts'
import { useFormat } from '../format/use-format.ts'
import { useErrorText } from '../i18n/use-error-text.ts'
import { holdings, useCoins } from '../live/live-store.ts'
import { Button } from '../ui/Button.tsx'
import { ItemTile } from '../ui/ItemTile.tsx'
import { Modal } from '../ui/Modal.tsx'
import { Price } from '../ui/Price.tsx'
import { CountStepper } from './CountStepper.tsx'
import styles from './PurchaseDialog.module.css'
import type { CraftStep, ShoppingList } from './shopping-list.ts'
import { usePurchase, type PurchaseLine } from './use-purchase.ts'

const TILE_SIZE = 32

interface PurchaseDialogProps {
  readonly title?: string
  /** What has to be bought and crafted for this many runs, based on the stock when the dialog opened. */
  readonly listFor: (count: number, stock: ReadonlyMap<number, number>) => ShoppingList
  readonly startCount: number
  readonly onClose: () => void
}

/** Missing materials: shows what buying them all costs and how far it eats into the books, before it does. */
export function PurchaseDialog({ title, listFor, startCount, onClose }: PurchaseDialogProps) {
  const { t } = useTranslation('production')
  // Purchases shrink what is missing; the list stays as it was when the dialog opened.
  const [stock] = useState(() => holdings.inventory.snapshot())
  const [count, setCount] = useState(startCount)
  const { toBuy, steps } = listFor(Math.max(1, count), stock)
  const purchase = usePurchase(toBuy)
  const coins = useCoins() ?? 0
  const isTooDear = purchase.total > coins
  return (
    <Modal title={title ?? t('purchase.title')} isOpen onClose={onClose}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void purchase.run().then((isComplete) => isComplete && onClose())
        }}
      >
        <div className={styles['runs']}>
          <span>{t('purchase.runs')}</span>
          <CountStepper
            label={t('purchase.runs')}
            value={count}
            max={CRAFT_COUNT_MAX}
            isDisabled={purchase.isRunning}
            onChange={setCount}
          />
        </div>
        {toBuy.length === 0 ? (
          <p>{t('purchase.all_there')}</p>
        ) : (
          <ul className={styles['lines']} aria-label={t('purchase.to_buy')}>
            {purchase.lines.map((line) => (
              <Line key={line.itemId} line={line} />
            ))}
          </ul>
        )}
        {steps.length > 0 && <Steps steps={steps} />}
        <p className={styles['total']}>
          {t('purchase.total')}
          <strong>
            <Price coins={purchase.total} isExact size={16} />
          </strong>
        </p>
        <div role="alert" className={styles['problem']}>
          {isTooDear && t('purchase.too_dear')}
        </div>
        <Button
          type="submit"
          look="buy"
          className={styles['submit']}
          isPending={purchase.isRunning}
          disabled={purchase.openCount === 0 || isTooDear}
        >
          {t('purchase.buy')}
        </Button>
      </form>
    </Modal>
  )
}

/** What is crafted from the purchase, in order. */
function Steps({ steps }: { readonly steps: readonly CraftStep[] }) {
  const { t } = useTranslation('production')
  const format = useFormat()
  const nameOf = useItemName()
  return (
    <section className={styles['steps']} aria-label={t('purchase.then')}>
      <h3>{t('purchase.then')}</h3>
      <ol>
        {steps.map(({ recipe, runs }, index) => (
          // The same recipe may occur twice; only its index is unique.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>{t('purchase.step', { name: nameOf(recipe.ItemForVision), amount: format.exact(runs) })}</li>
        ))}
      </ol>
    </section>
  )
}

function Line({ line }: { readonly line: PurchaseLine }) {
  const { t } = useTranslation('production')
  const format = useFormat()
  const errorText = useErrorText()
  const { data: catalogue } = useCatalogue()
  const item = catalogue?.byId.get(line.itemId)
  const name = useItemName()(line.itemId)
  const { plan, outcome } = line
  return (
    <li className={styles['line']}>
      <ItemTile item={item} size={TILE_SIZE} />
      <span className={styles['name']} style={{ color: readableColor(item?.NameColor ?? '') }}>
        {name}
      </span>
      <span className={styles['count']}>×{format.exact(line.missing)}</span>
      {outcome?.isBought === true ? (
        <span className={styles['done']}>
          {t('purchase.bought', { amount: format.exact(outcome.count), total: format.exact(outcome.total) })}
        </span>
      ) : (
        <span className={styles['words']}>
          {plan === undefined ? '…' : plan.count === 0 ? t('purchase.none') : <PlanWords line={line} plan={plan} />}
        </span>
      )}
      {outcome?.isBought === false && <span className={styles['problem']}>{errorText(outcome.error)}</span>}
    </li>
  )
}

function PlanWords({ line, plan }: { readonly line: PurchaseLine; readonly plan: NonNullable<PurchaseLine['plan']> }) {
  const { t } = useTranslation('production')
  const format = useFormat()
  return (
    <>
      {t('purchase.at', { prices: format.range(plan.from, plan.to) })}
      {plan.from < plan.to && (
        <span> · {t('purchase.depth', { share: format.percent(riseBasisPoints(plan.from, plan.to)) })}</span>
      )}
      {plan.count < line.missing && (
        <span className={styles['problem']}> · {t('purchase.only', { amount: format.exact(plan.count) })}</span>
      )}{' '}
      <Price coins={plan.total} isExact />
    </>
  )
}

const BASIS_POINTS = 10_000

/** How much more the last unit costs than the first. */
function riseBasisPoints(from: number, to: number): number {
  return Math.round(((to - from) * BASIS_POINTS) / Math.max(1, from))
}
