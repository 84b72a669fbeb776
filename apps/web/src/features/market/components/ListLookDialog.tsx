import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Modal } from '#shared/ui/Modal.tsx'
import type { ViewChange } from '#shared/ui/use-address-view.ts'
import type { ListLook } from '../hooks/use-list-look.ts'
import { COLUMN_NAMES, COLUMNS, DENSITIES, type MarketColumn } from '../model/columns.ts'
import { toggleSort, type MarketView } from '../model/market-view.ts'
import styles from './ListLookDialog.module.css'
import { Checkbox } from '#shared/ui/Checkbox.tsx'

interface ListLookDialogProps {
  readonly view: MarketView
  readonly look: ListLook
  readonly onChange: (change: ViewChange<MarketView>) => void
  readonly onLook: (change: Partial<ListLook>) => void
  readonly onClose: () => void
}

/** Which columns the list has, what it is sorted by, also where the column has no room, and how close its rows lie. */
export function ListLookDialog({ view, look, onChange, onLook, onClose }: ListLookDialogProps) {
  const { t } = useTranslation('market')
  const toggle = (column: MarketColumn) =>
    onLook({ columns: COLUMNS.filter((each) => (each === column) !== look.columns.includes(each)) })
  const Arrow = view.isAscending ? IconArrowUp : IconArrowDown
  return (
    <Modal title={t('list.look_title')} isOpen onClose={onClose}>
      <div className={styles['look']}>
        <fieldset className={styles['group']}>
          <legend>{t('list.columns')}</legend>
          {COLUMNS.map((column) => (
            <Checkbox key={column} isChecked={look.columns.includes(column)} onChange={() => toggle(column)}>
              {t(COLUMN_NAMES[column])}
            </Checkbox>
          ))}
          <p className={styles['note']}>{t('list.columns_note')}</p>
        </fieldset>
        <fieldset className={styles['group']}>
          <legend>{t('list.sort_by')}</legend>
          <div className={styles['buttons']}>
            {COLUMNS.map((column) => (
              <button
                key={column}
                type="button"
                className={styles['button']}
                aria-pressed={view.sort === column}
                onClick={() => onChange((now) => toggleSort(now, column))}
              >
                {t(COLUMN_NAMES[column])}
                {view.sort === column && (
                  <>
                    <Arrow size={14} aria-hidden="true" />
                    <span className="visually-hidden">
                      {t(view.isAscending ? 'list.ascending' : 'list.descending')}
                    </span>
                  </>
                )}
              </button>
            ))}
          </div>
        </fieldset>
        <fieldset className={styles['group']}>
          <legend>{t('list.density')}</legend>
          <div className={styles['buttons']}>
            {DENSITIES.map((density) => (
              <button
                key={density}
                type="button"
                className={styles['button']}
                aria-pressed={look.density === density}
                onClick={() => onLook({ density })}
              >
                {t(`list.${density}`)}
              </button>
            ))}
          </div>
        </fieldset>
      </div>
    </Modal>
  )
}
