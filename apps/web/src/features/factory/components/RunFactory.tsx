import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import type { FactoryRecipe } from '@clutch/contract'
import { maxCount, missingIngredients } from '@clutch/economy'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { useStock } from '#shared/live/live-store.ts'
import { CountStepper } from '#shared/production/CountStepper.tsx'
import { stockIn, toFactoryRule } from '#shared/production/recipe-rules.ts'
import { listMissing } from '#shared/production/shopping-list.ts'
import { WhatIfButton } from '#shared/simulation/WhatIfButton.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { useStartFactory } from '../api/start-factory.ts'
import { completeChoice, knownNeeds, type Choice } from '../model/factory-plan.ts'
import styles from './RunFactory.module.css'

const PurchaseDialog = lazyChunk(async () => (await import('#shared/production/PurchaseDialog.tsx')).PurchaseDialog)

interface RunFactoryProps {
  readonly recipe: FactoryRecipe
  readonly choice: Choice
}

/** The number of runs and the start button. Says what prevents a start, and offers to buy what is missing. */
export function RunFactory({ recipe, choice }: RunFactoryProps) {
  const { t } = useTranslation(['factory', 'production'])
  const format = useFormat()
  const name = recipe.names[useLanguage()]
  const nameOf = useItemName()
  const start = useStartFactory()
  const [count, setCount] = useState(1)
  const [isBuying, setBuying] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const rule = toFactoryRule(recipe)
  const stockOf = stockIn(useStock(knownNeeds(rule, choice, 1).map(({ itemId }) => itemId)))
  const max = maxCount(knownNeeds(rule, choice, 1), stockOf)
  const missing = missingIngredients(knownNeeds(rule, choice, Math.max(1, count)), stockOf)
  const chosen = completeChoice(choice)

  const run = () => {
    setAsked(chosen === undefined)
    if (chosen === undefined || missing.length > 0 || count < 1) return
    const body = { receipt_id: recipe.receipt_id, input_ids: [...chosen], count }
    start(name, body, knownNeeds(rule, choice, count))
  }
  const shortage = missing.map(({ itemId, have, need }) =>
    t('have_need', { name: nameOf(itemId), have: format.exact(have), need: format.exact(need) }),
  )
  return (
    <div>
      <div className={styles['run']}>
        <CountStepper label={t('count_of', { name })} value={count} max={max} onChange={setCount} />
        {missing.length > 0 && <Button onClick={() => setBuying(true)}>{t('production:purchase.open')}</Button>}
        {missing.length === 0 && (
          <Button look="accent" disabled={count < 1} onClick={run}>
            {t('run')}
          </Button>
        )}
      </div>
      <WhatIfButton
        startsLine
        name={name}
        start={
          chosen === undefined || count < 1
            ? undefined
            : { kind: 'factory', receipt_id: recipe.receipt_id, input_ids: [...chosen], count }
        }
      />
      <p role="alert" className={styles['problem']}>
        {isAsked && chosen === undefined && t('please_select_items')}
      </p>
      <p className={styles['shortage']}>
        {shortage.length > 0 && t('not_enough_items', { list: shortage.join(', ') })}
      </p>
      <Suspense>
        {isBuying && (
          <PurchaseDialog
            listFor={(runs, stock) => listMissing(knownNeeds(rule, choice, runs), stock)}
            startCount={Math.max(1, count)}
            onClose={() => setBuying(false)}
          />
        )}
      </Suspense>
    </div>
  )
}
