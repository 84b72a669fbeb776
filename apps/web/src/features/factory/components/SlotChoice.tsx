import type { FactoryOption } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useStock } from '#shared/live/live-store.ts'
import { useWorkDuration } from '#shared/production/use-duration.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import styles from './SlotChoice.module.css'
import { RadioGroup, RadioOption } from '#shared/ui/RadioGroup.tsx'

const TILE_SIZE = 28

interface SlotChoiceProps {
  readonly name: string
  readonly options: readonly FactoryOption[]
  readonly value: number | null
  readonly onChange: (itemId: number) => void
}

/** One optional slot: exactly one of its items goes in. */
export function SlotChoice({ name, options, value, onChange }: SlotChoiceProps) {
  const { t } = useTranslation('factory')
  const format = useFormat()
  const duration = useWorkDuration()
  const { data: catalogue } = useCatalogue()
  const nameOf = useItemName()
  const stock = useStock(options.map(({ item }) => item.type_id))
  return (
    <RadioGroup label={name} className={styles['slot']} value={value} onChange={onChange}>
      {options.map(({ item: { type_id: itemId }, time_for_craft_sec }) => {
        const have = stock.get(itemId) ?? 0
        const label = t('option', {
          name: nameOf(itemId),
          have: format.exact(have),
          time: duration(time_for_craft_sec),
        })
        return (
          <RadioOption
            key={itemId}
            value={itemId}
            name={label}
            title={label}
            className={classNames(styles['option'], have === 0 && styles['absent'])}
          >
            <ItemTile item={catalogue?.byId.get(itemId)} size={TILE_SIZE} />
            <span className={styles['text']} aria-hidden="true">
              <span className={styles['name']}>{nameOf(itemId)}</span>
              <span className={styles['facts']}>
                ×{format.quantity(have)} · {duration(time_for_craft_sec)}
              </span>
            </span>
          </RadioOption>
        )
      })}
    </RadioGroup>
  )
}
