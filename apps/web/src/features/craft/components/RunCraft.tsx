import { lazyPart } from '#shared/loading/lazy-part.tsx'
import type { CraftRecipe } from '@clutch/contract'
import { craftNeeds, maxCraftCount, missingIngredients } from '@clutch/economy'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useStock } from '#shared/live/live-store.ts'
import { CountStepper } from '#shared/production/CountStepper.tsx'
import { stockIn, toCraftRule } from '#shared/production/recipe-rules.ts'
import { Button } from '#shared/ui/Button.tsx'
import { useRunCraft } from '../hooks/use-run-craft.ts'
import styles from './RunCraft.module.css'

const PurchaseDialog = lazyPart(async () => (await import('#shared/production/PurchaseDialog.tsx')).PurchaseDialog)

/** How often to run a recipe, and the press that does; what is missing can be bought from here. */
export function RunCraft({ recipe }: { readonly recipe: CraftRecipe }) {
  const { t } = useTranslation(['craft', 'production'])
  const name = useItemName()(recipe.ItemForVision)
  const [count, setCount] = useState(1)
  const [isBuying, setBuying] = useState(false)
  const { run, isPending } = useRunCraft(recipe)
  const rule = toCraftRule(recipe)
  const stockOf = stockIn(useStock([...rule.consumable, ...rule.remain].map(({ itemId }) => itemId)))
  const max = maxCraftCount(rule, stockOf)
  const missing = missingIngredients(craftNeeds(rule, Math.max(1, count)), stockOf)
  return (
    <div className={styles['run']}>
      <CountStepper label={t('count_of', { name })} value={count} max={max} onChange={setCount} />
      {missing.length > 0 ? (
        <Button onClick={() => setBuying(true)}>{t('production:purchase.open')}</Button>
      ) : (
        <Button look="accent" isPending={isPending} disabled={count < 1} onClick={() => run(count)}>
          {t('run')}
        </Button>
      )}
      <Suspense>{isBuying && <PurchaseDialog missing={missing} onClose={() => setBuying(false)} />}</Suspense>
    </div>
  )
}
