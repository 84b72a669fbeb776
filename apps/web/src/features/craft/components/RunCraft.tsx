import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import type { CraftRecipe } from '@clutch/contract'
import { CRAFT_COUNT_MAX } from '@clutch/contract/constants'
import { IconShoppingCartPlus } from '@tabler/icons-react'
import { craftNeeds, maxCraftCount, missingIngredients } from '@clutch/economy'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useStock } from '#shared/live/live-store.ts'
import { CountStepper } from '#shared/production/CountStepper.tsx'
import { stockIn, toCraftRule } from '#shared/production/recipe-rules.ts'
import { listMissing } from '#shared/production/shopping-list.ts'
import { WhatIfButton } from '#shared/simulation/WhatIfButton.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { useRunCraft } from '../hooks/use-run-craft.ts'
import styles from './RunCraft.module.css'

const PurchaseDialog = lazyChunk(async () => (await import('#shared/production/PurchaseDialog.tsx')).PurchaseDialog)

interface RunCraftProps {
  readonly recipe: CraftRecipe
  /** Shown in the popup only: a card has no room for it. */
  readonly hasWhatIf?: boolean
}

/** The number of runs and the craft button; missing ingredients can be bought from here. */
export function RunCraft({ recipe, hasWhatIf = false }: RunCraftProps) {
  const { t } = useTranslation(['craft', 'production'])
  const name = useItemName()(recipe.ItemForVision)
  const [count, setCount] = useState(1)
  const [isBuying, setBuying] = useState(false)
  const { run, isPending } = useRunCraft(recipe)
  const rule = toCraftRule(recipe)
  const stockOf = stockIn(useStock([...rule.consumable, ...rule.remain].map(({ itemId }) => itemId)))
  const max = maxCraftCount(rule, stockOf)
  const canBuy = rule.consumable.length + rule.remain.length > 0
  const missing = missingIngredients(craftNeeds(rule, Math.max(1, count)), stockOf)
  return (
    <div className={styles['run']}>
      <CountStepper label={t('count_of', { name })} value={count} max={max} onChange={setCount} />
      {missing.length > 0 ? (
        <Button onClick={() => setBuying(true)}>{t('production:purchase.open')}</Button>
      ) : (
        <span className={styles['acts']}>
          {canBuy && max < CRAFT_COUNT_MAX && (
            <Button
              look="quiet"
              isIcon
              aria-label={t('production:purchase.open_more')}
              title={t('production:purchase.open_more')}
              onClick={() => setBuying(true)}
            >
              <IconShoppingCartPlus size={18} />
            </Button>
          )}
          <Button look="accent" isPending={isPending} disabled={count < 1} onClick={() => run(count)}>
            {t('run')}
          </Button>
        </span>
      )}
      {hasWhatIf && (
        <WhatIfButton name={name} start={count < 1 ? undefined : { kind: 'craft', receipt_id: recipe.TypeId, count }} />
      )}
      <Suspense>
        {isBuying && (
          <PurchaseDialog
            listFor={(runs, stock) => listMissing(craftNeeds(rule, runs), stock)}
            startCount={missing.length > 0 ? Math.max(1, count) : max + 1}
            onClose={() => setBuying(false)}
          />
        )}
      </Suspense>
    </div>
  )
}
