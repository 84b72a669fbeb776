import type { HarvestItem } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { Tooltip } from '#shared/ui/Tooltip.tsx'
import { TOOLTIP_USUAL_MS } from '../model/tooltip-delays.ts'
import styles from './Experience.module.css'

interface ExperienceProps {
  readonly item: HarvestItem
  readonly experience: number
}

/** How far an item is on its way up, and what it becomes then. */
export function Experience({ item, experience }: ExperienceProps) {
  const { t } = useTranslation('harvest')
  const format = useFormat()
  const nameOf = useItemName()
  const { exp_for_up: needed, result_after_up: next } = item
  const amounts = { amount: format.exact(experience), needed: format.exact(needed) }
  const text =
    next === null ? t('experience.restarts', amounts) : t('experience.becomes', { ...amounts, name: nameOf(next) })
  return (
    <Tooltip delayMs={TOOLTIP_USUAL_MS} text={text}>
      <span className={styles['experience']}>
        <progress max={needed} value={experience} aria-label={text} />
        <span aria-hidden="true">{t('experience.of', amounts)}</span>
      </span>
    </Tooltip>
  )
}
