import type { HarvestRecipe, HarvestUserData } from '@clutch/contract'
import { HARVEST_PARALLEL_MAX } from '@clutch/contract/constants'
import { IconArrowBackUp, IconClock, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlacePicture } from '#shared/art/PlacePicture.tsx'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import { HARVEST_LANDS } from '#shared/production/lands.ts'
import { NeedChip } from '#shared/production/ItemChip.tsx'
import { listMissing } from '#shared/production/shopping-list.ts'
import { Button } from '#shared/ui/Button.tsx'
import type { NextRuns } from '../hooks/use-next-runs.ts'
import type { HarvestSetup } from '../model/setup.ts'
import { actOf, needsOfRuns, statusOf, type HarvestStatus } from '../model/status.ts'
import { NumberField } from './ItemSettings.tsx'
import { useHours } from '#shared/production/use-duration.ts'
import styles from './RecipeHead.module.css'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { Switch } from '#shared/ui/Checkbox.tsx'

const PurchaseDialog = lazyChunk(async () => (await import('#shared/production/PurchaseDialog.tsx')).PurchaseDialog)

const PICTURE_HEIGHT = 170

interface RecipeHeadProps {
  readonly recipe: HarvestRecipe
  readonly userData: HarvestUserData | undefined
  readonly setup: HarvestSetup
  readonly isUnsaved: boolean
  readonly isPending: boolean
  readonly nextRuns: NextRuns | undefined
  readonly onChange: (setup: HarvestSetup) => void
  readonly onDiscard: () => void
  readonly onStart: () => void
}

/** The recipe's name and status, its switch, its number of runs at once, and the button that sends it all. */
export function RecipeHead(props: RecipeHeadProps) {
  const { recipe, userData, setup, isUnsaved, isPending, nextRuns } = props
  const { t } = useTranslation('harvest')
  const language = useLanguage()
  const format = useFormat()
  const hours = useHours()
  const status = statusOf(userData)
  const act = actOf(setup, userData)
  const [isBuying, setBuying] = useState(false)
  const limit = setup.maxParallel === 0 ? HARVEST_PARALLEL_MAX : setup.maxParallel
  return (
    <>
      <form
        className={styles['head']}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) props.onStart()
        }}
      >
        <PlacePicture
          place={`harvest/${recipe.receipt_id}`}
          seed={recipe.receipt_id}
          itemIds={recipe.result.map(({ item_id }) => item_id)}
          height={PICTURE_HEIGHT}
          lands={HARVEST_LANDS}
          className={styles['picture']}
        />
        <div className={styles['about']}>
          <h2 className={styles['name']}>{recipe.names[language]}</h2>
          <p className={styles['facts']}>
            <span>
              <IconClock size={14} aria-hidden="true" /> {hours(recipe.duration_hour)}
            </span>
            <span className={styles['status']} data-status={status}>
              {t(status === 'off' && setup.enabled ? 'status.ready' : `status.${status}`, {
                amount: format.exact(userData?.active_count ?? 0),
                limit: format.exact(limit),
              })}
            </span>
          </p>
          <NextRunsLine nextRuns={nextRuns} status={status} onBuy={() => setBuying(true)} />
        </div>
        <div className={styles['controls']}>
          <Switch isChecked={setup.enabled} onChange={(enabled) => props.onChange({ ...setup, enabled })}>
            {t('enabled')}
          </Switch>
          <NumberField
            label={t('max_in_process')}
            hint={t('max_hint', { amount: format.exact(HARVEST_PARALLEL_MAX) })}
            value={setup.maxParallel}
            max={HARVEST_PARALLEL_MAX}
            onChange={(maxParallel) => props.onChange({ ...setup, maxParallel })}
          />
          <Button
            type="submit"
            look="accent"
            className={styles['start']}
            isPending={isPending}
            disabled={act === 'start' && setup.slots.every((chosen) => chosen.length === 0)}
          >
            {act === 'stop' ? (
              <IconPlayerStop size={16} aria-hidden="true" />
            ) : (
              <IconPlayerPlay size={16} aria-hidden="true" />
            )}
            {t(`act.${act}`)}
          </Button>
        </div>
        {isUnsaved && (
          <p className={styles['unsaved']}>
            <span>{t('unsaved')}</span>
            <Button look="quiet" onClick={props.onDiscard}>
              <IconArrowBackUp size={16} aria-hidden="true" />
              {t('discard')}
            </Button>
          </p>
        )}
      </form>
      <Suspense>
        {isBuying && (
          <PurchaseDialog
            listFor={(runs, stock) => listMissing(needsOfRuns(recipe, setup, runs, stock), stock)}
            startCount={1}
            onClose={() => setBuying(false)}
          />
        )}
      </Suspense>
    </>
  )
}

interface NextRunsLineProps {
  readonly nextRuns: NextRuns | undefined
  readonly status: HarvestStatus
  readonly onBuy: () => void
}

/** What the stock allows right now: how many runs could begin, or what they lack and where to get it. */
function NextRunsLine({ nextRuns, status, onBuy }: NextRunsLineProps) {
  const { t } = useTranslation(['harvest', 'production'])
  const format = useFormat()
  const nameOf = useItemName()
  if (nextRuns === undefined) return <p className={styles['line']}>{t('select_items')}</p>
  const { count, missing } = nextRuns
  if (count > 0) return <p className={styles['line']}>{t('ready', { count, amount: format.exact(count) })}</p>
  if (missing.length === 0) return status === 'running' ? null : <p className={styles['line']}>{t('no_run')}</p>
  return (
    <div className={styles['missing']}>
      <p className={styles['line']} data-short={status !== 'running'}>
        {t('production:recipe.not_enough', { names: missing.map(({ itemId }) => nameOf(itemId)).join(', ') })}
      </p>
      <ul className={styles['chips']} aria-label={t('missing')}>
        {missing.map(({ itemId, need }) => (
          <li key={itemId}>
            <NeedChip itemId={itemId} need={need} />
          </li>
        ))}
      </ul>
      <Button onClick={onBuy}>{t('production:purchase.open')}</Button>
    </div>
  )
}
