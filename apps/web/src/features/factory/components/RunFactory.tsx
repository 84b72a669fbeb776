import type { FactoryRecipe } from '@clutch/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { useInventory } from '#shared/live/live-store.ts'
import { CountStepper } from '#shared/production/CountStepper.tsx'
import { countRuns, findMissing } from '#shared/production/craft-plan.ts'
import { Button } from '#shared/ui/Button.tsx'
import { useStartFactory } from '../hooks/use-start-factory.ts'
import { completeChoice, takenPerUnit, type Choice } from '../model/factory-plan.ts'
import styles from './RunFactory.module.css'

const PurchaseDialog = lazy(async () => ({
  default: (await import('#shared/production/PurchaseDialog.tsx')).PurchaseDialog,
}))

interface RunFactoryProps {
  readonly recipe: FactoryRecipe
  readonly choice: Choice
}

/** How often to run a farm, and the press that does. What stands in the way is told; what is short can be bought. */
export function RunFactory({ recipe, choice }: RunFactoryProps) {
  const { t } = useTranslation(['factory', 'production'])
  const format = useFormat()
  const name = recipe.names[useLanguage()]
  const nameOf = useItemName()
  const inventory = useInventory()
  const start = useStartFactory()
  const [count, setCount] = useState(1)
  const [isBuying, setBuying] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const perUnit = takenPerUnit(recipe, choice)
  const max = countRuns(perUnit, inventory)
  const missing = findMissing(perUnit, Math.max(1, count), inventory)
  const chosen = completeChoice(choice)

  const run = () => {
    setAsked(chosen === undefined)
    if (chosen === undefined || missing.length > 0 || count < 1) return
    const taken = perUnit.map((each) => ({ ...each, count: each.count * count }))
    start(name, { receipt_id: recipe.receipt_id, input_ids: [...chosen], count }, taken)
    setCount(1)
  }
  const shortage = missing.map(({ itemId, have, count: need }) =>
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
      <p role="alert" className={styles['problem']}>
        {isAsked && chosen === undefined && t('please_select_items')}
      </p>
      <p className={styles['problem']}>{shortage.length > 0 && t('not_enough_items', { list: shortage.join(', ') })}</p>
      <Suspense>{isBuying && <PurchaseDialog missing={missing} onClose={() => setBuying(false)} />}</Suspense>
    </div>
  )
}
