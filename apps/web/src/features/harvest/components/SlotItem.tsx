import type { HarvestItem, HarvestSelection } from '@clutch/contract'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { BbText } from '#shared/bbcode/BbText.tsx'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { itemDescription } from '#shared/catalogue/item-text.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { readableColor } from '#shared/format/contrast.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { useOwnedCount } from '#shared/live/live-store.ts'
import { NeedChip } from '#shared/production/ItemChip.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { Tooltip } from '#shared/ui/Tooltip.tsx'
import { TOOLTIP_SLOW_MS } from '../model/tooltip-delays.ts'
import { Experience, ModifierBadges } from './ItemFacts.tsx'
import { ItemSettings } from './ItemSettings.tsx'
import styles from './SlotItem.module.css'

const TILE_SIZE = 44

interface SlotItemProps {
  readonly item: HarvestItem
  /** Undefined while it is not selected. */
  readonly selection: HarvestSelection | undefined
  readonly experience: number
  readonly onToggle: () => void
  readonly onChange: (changed: Partial<Omit<HarvestSelection, 'item_id'>>) => void
}

/** An item that a slot takes: a press selects it, and shows what can be set for it. */
export function SlotItem({ item, selection, experience, onToggle, onChange }: SlotItemProps) {
  const { t } = useTranslation('harvest')
  const format = useFormat()
  const language = useLanguage()
  const { data: catalogue } = useCatalogue()
  const definition = catalogue?.byId.get(item.item_id)
  const name = useItemName()(item.item_id)
  const have = useOwnedCount(item.item_id)
  const isSelected = selection !== undefined
  return (
    <li className={classNames(styles['item'], isSelected && styles['selected'])}>
      <Tooltip
        delayMs={TOOLTIP_SLOW_MS}
        text={definition === undefined ? name : <BbText source={itemDescription(definition, language)} />}
      >
        <button type="button" className={styles['toggle']} aria-pressed={isSelected} onClick={onToggle}>
          <span className={styles['mark']} aria-hidden="true">
            {isSelected && <IconCheck size={14} stroke={3} />}
          </span>
          <ItemTile item={definition} size={TILE_SIZE} />
          <span className={styles['text']}>
            <span className={styles['name']} style={{ color: readableColor(definition?.NameColor ?? '') }}>
              {name}
              {item.count > 1 && ` ×${format.exact(item.count)}`}
            </span>
            <span className={styles['have']} data-short={isSelected && have < item.count}>
              {t('have', { amount: format.exact(have) })}
            </span>
          </span>
        </button>
      </Tooltip>
      <div className={styles['facts']}>
        <ModifierBadges item={item} />
        {item.requirements.length > 0 && (
          <ul className={styles['needs']} aria-label={t('requirements')}>
            {item.requirements.map(({ item_id, count }) => (
              <li key={item_id}>
                <NeedChip itemId={item_id} need={count} />
              </li>
            ))}
          </ul>
        )}
        {item.exp_for_up > 0 && <Experience item={item} experience={experience} />}
      </div>
      {selection !== undefined && <ItemSettings name={name} selection={selection} onChange={onChange} />}
    </li>
  )
}
