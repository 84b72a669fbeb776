import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useInventory } from '#shared/live/live-store.ts'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { salaryWith, type Rentable } from '../model/salary.ts'
import styles from './PlusTile.module.css'
import { Menu, MenuItem } from '#shared/ui/Menu.tsx'

const PICTURE_SIZE = 28

interface PlusTileProps {
  readonly rentables: readonly Rentable[]
  readonly onChoose: (itemId: number) => void
}

/** Opens the list of what can be rented out, those in the inventory first. */
export function PlusTile({ rentables, onChoose }: PlusTileProps) {
  const { t } = useTranslation('rent')
  const format = useFormat()
  const nameOf = useItemName()
  const inventory = useInventory()
  const { data: catalogue } = useCatalogue()
  const [opener, setOpener] = useState<Element | null>(null)
  const owned = (rentable: Rentable) => inventory.get(rentable.config.item_id) ?? 0
  return (
    <div className={styles['plus']}>
      <button
        type="button"
        className={styles['opener']}
        aria-label={t('plus.open')}
        aria-haspopup="menu"
        aria-expanded={opener !== null}
        onClick={({ currentTarget }) => setOpener(currentTarget)}
      >
        <IconPlus size={28} stroke={1.6} aria-hidden="true" />
        <span>{t('plus.label')}</span>
      </button>
      {opener !== null && (
        <Menu opener={opener} label={t('plus.title')} className={styles['menu']} onClose={() => setOpener(null)}>
          {rentables
            .toSorted((a, b) => Number(owned(b) > 0) - Number(owned(a) > 0))
            .map((rentable) => (
              <MenuItem key={rentable.config.item_id} onChoose={() => onChoose(rentable.config.item_id)}>
                <ItemTile item={catalogue?.byId.get(rentable.config.item_id)} size={PICTURE_SIZE} />
                <span className={styles['choice']}>
                  <span className={styles['name']}>{nameOf(rentable.config.item_id)}</span>
                  <span className={styles['facts']}>
                    {t('plus.facts', {
                      amount: format.exact(owned(rentable)),
                      salary: format.average(salaryWith(rentable, 1)),
                    })}
                  </span>
                </span>
              </MenuItem>
            ))}
        </Menu>
      )}
    </div>
  )
}
