import type { HarvestItem } from '@clutch/contract'
import { IconBasket, IconBolt, IconHeartBroken } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { Tooltip } from '#shared/ui/Tooltip.tsx'
import { modifiersOf, type Modifier } from '../model/status.ts'
import { TOOLTIP_USUAL_MS } from '../model/tooltip-delays.ts'
import styles from './ItemFacts.module.css'

const ICONS = { loot: IconBasket, speed: IconBolt, break: IconHeartBroken } as const
const PERCENT_BASIS_POINTS = 100

/** What an item does to a run, as far as it does anything. */
export function ModifierBadges({ item }: { readonly item: HarvestItem }) {
  const { t } = useTranslation('harvest')
  const format = useFormat()
  const nameOf = useItemName()
  const hintOf = ({ kind }: Modifier) => {
    if (kind !== 'break' || item.on_break_result.length === 0) return t(`modifier.${kind}_hint`)
    return t('modifier.break_into_hint', { names: item.on_break_result.map(nameOf).join(', ') })
  }
  return modifiersOf(item).map((modifier) => {
    const { kind, value, isGood } = modifier
    const Icon = ICONS[kind]
    const amount = kind === 'break' ? format.percent(value * PERCENT_BASIS_POINTS) : `×${format.average(value)}`
    return (
      <Tooltip key={kind} delayMs={TOOLTIP_USUAL_MS} text={hintOf(modifier)}>
        <span className={styles['badge']} data-good={isGood}>
          <Icon size={14} aria-hidden="true" />
          {t(`modifier.${kind}`)} {amount}
        </span>
      </Tooltip>
    )
  })
}

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
