import { IconHandGrab } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { Price } from '#shared/ui/Price.tsx'
import { fullUnits, poolCurve, salaryWith, type Rentable } from '../model/salary.ts'
import styles from './RentTile.module.css'
import { CurveLine } from './SalaryCurve.tsx'

const PICTURE_SIZE = 52

interface RentTileProps {
  readonly rentable: Rentable
  /** Whole coins owed by now. */
  readonly coins: number
  readonly onOpen: () => void
  readonly onTakeSalary: (coins: number) => void
}

/** Rented units of one item: how many, what they have earned by now, and the hand that takes it. */
export function RentTile({ rentable, coins, onOpen, onTakeSalary }: RentTileProps) {
  const { t } = useTranslation('rent')
  const format = useFormat()
  const nameOf = useItemName()
  const { data: catalogue } = useCatalogue()
  const { item_id } = rentable.config
  const name = nameOf(item_id)
  return (
    <div className={styles['tile']}>
      <button type="button" className={styles['open']} aria-haspopup="dialog" onClick={onOpen}>
        <ItemTile item={catalogue?.byId.get(item_id)} size={PICTURE_SIZE} />
        <span className={styles['words']}>
          <span className={styles['name']}>{name}</span>
          <span className={styles['facts']}>
            {t('tile.facts', {
              amount: format.exact(rentable.units),
              salary: format.average(salaryWith(rentable, 0)),
            })}
          </span>
        </span>
      </button>
      <div className={styles['pool']}>
        <CurveLine
          points={poolCurve(rentable)}
          dot={{ more: 0, salary: salaryWith(rentable, 0) }}
          width={220}
          height={44}
        />
        <p className={styles['facts']}>
          {t('tile.pool', { amount: format.exact(rentable.unitsOfAll), full: format.exact(fullUnits(rentable)) })}
        </p>
      </div>
      <div className={styles['salary']}>
        <Price coins={coins} isExact size={16} />
        <Button
          look="quiet"
          isIcon
          disabled={coins === 0}
          aria-label={t('tile.take_salary', { name, amount: format.exact(coins) })}
          title={t('tile.take_salary', { name, amount: format.exact(coins) })}
          onClick={() => onTakeSalary(coins)}
        >
          <IconHandGrab size={20} stroke={1.6} />
        </Button>
      </div>
    </div>
  )
}
