import type { HarvestGroup, HarvestRecipe } from '@clutch/contract'
import { IconArrowRight } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { progressOf } from '#shared/production/queue-progress.ts'
import { useDuration, useHours } from '#shared/production/use-duration.ts'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { Tooltip } from '#shared/ui/Tooltip.tsx'
import { useNowSec } from '#shared/ui/use-now.ts'
import { TOOLTIP_QUICK_MS } from '../model/tooltip-delays.ts'
import blocks from './Block.module.css'
import styles from './RunningList.module.css'

const STEP_MS = 1_000
const TILE_SIZE = 28
/** More groups than this nobody follows one by one. */
const SHOWN_MAX = 30

interface RunningListProps {
  readonly recipe: HarvestRecipe
  readonly groups: readonly HarvestGroup[]
}

/** The runs in process, those that began together in one line each, the next to end first. */
export function RunningList({ recipe, groups }: RunningListProps) {
  const { t } = useTranslation('harvest')
  const format = useFormat()
  const nowSec = useNowSec(STEP_MS)
  const titleId = useId()
  const hidden = groups.slice(SHOWN_MAX).reduce((sum, { count }) => sum + count, 0)
  return (
    <section className={blocks['block']} aria-labelledby={titleId}>
      <h3 id={titleId} className={blocks['title']}>
        {t('running')}
      </h3>
      {groups.length === 0 ? (
        <p className={blocks['note']}>{t('running_none')}</p>
      ) : (
        <ol className={styles['groups']}>
          {groups.slice(0, SHOWN_MAX).map((group) => (
            <Group key={group.id} recipe={recipe} group={group} nowSec={nowSec} />
          ))}
        </ol>
      )}
      {hidden > 0 && <p className={blocks['note']}>{t('running_more', { amount: format.exact(hidden) })}</p>}
    </section>
  )
}

interface GroupProps {
  readonly recipe: HarvestRecipe
  readonly group: HarvestGroup
  readonly nowSec: number
}

function Group({ recipe, group, nowSec }: GroupProps) {
  const { t } = useTranslation(['harvest', 'production'])
  const format = useFormat()
  const hours = useHours()
  const duration = useDuration()
  const { state, percent } = progressOf({ ...group, receipt_id: recipe.receipt_id }, nowSec)
  const length = group.duration_in_hour < 1 ? t('under_hour') : hours(group.duration_in_hour)
  return (
    <li className={styles['group']}>
      <span className={styles['count']}>×{format.exact(group.count)}</span>
      <Icons ids={group.list} label={t('at_work')} />
      <IconArrowRight size={14} className={styles['arrow']} aria-hidden="true" />
      <Icons ids={recipe.result.map(({ item_id }) => item_id)} label={t('results')} />
      <progress className={styles['progress']} max={100} value={percent} aria-label={t('production:queue.progress')} />
      <span className={styles['time']}>
        {length}
        <span className={styles['left']}>
          {state === 'finished'
            ? t('production:queue.finished')
            : t('production:queue.left', { duration: duration(group.end_at - nowSec) })}
        </span>
      </span>
    </li>
  )
}

/** Small item pictures, named in a tooltip and for screen readers. */
function Icons({ ids, label }: { readonly ids: readonly number[]; readonly label: string }) {
  const { data: catalogue } = useCatalogue()
  const names = ids.map(useItemName()).join(', ')
  return (
    <Tooltip delayMs={TOOLTIP_QUICK_MS} text={names}>
      <span className={styles['icons']}>
        <span className="visually-hidden">{`${label}: ${names}`}</span>
        {ids.map((itemId) => (
          <ItemTile key={itemId} item={catalogue?.byId.get(itemId)} size={TILE_SIZE} />
        ))}
      </span>
    </Tooltip>
  )
}
