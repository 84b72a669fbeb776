import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { Modal } from '#shared/ui/Modal.tsx'
import type { RentCommands } from '../hooks/use-rent-commands.ts'
import type { Rentable } from '../model/salary.ts'
import { BuyForm } from './BuyForm.tsx'
import { MoveForm } from './MoveForm.tsx'
import styles from './RentDialog.module.css'

/** The popup's modes (document 2 §4). */
export const RENT_MODES = ['put', 'take_back', 'buy'] as const
export type RentMode = (typeof RENT_MODES)[number]

interface RentDialogProps {
  readonly rentable: Rentable
  readonly mode: RentMode
  readonly commands: RentCommands
  readonly onMode: (mode: RentMode) => void
  readonly onClose: () => void
}

/** Puts an item into its hall, takes it back, or buys in the shop that it opens. */
export function RentDialog({ rentable, mode, commands, onMode, onClose }: RentDialogProps) {
  const { t } = useTranslation('rent')
  const nameOf = useItemName()
  const { config, units } = rentable
  const isPossible = { put: true, take_back: units > 0, buy: units > 0 && config.shop_items.length > 0 }
  const shown = isPossible[mode] ? mode : 'put'
  return (
    <Modal title={nameOf(config.item_id)} isOpen onClose={onClose}>
      <fieldset className={styles['modes']} aria-label={t('mode.label')}>
        {RENT_MODES.map((each) => (
          <button
            key={each}
            type="button"
            className={styles['mode']}
            aria-pressed={each === shown}
            disabled={!isPossible[each]}
            onClick={() => onMode(each)}
          >
            {t(`mode.${each}`)}
          </button>
        ))}
      </fieldset>
      {shown === 'buy' ? (
        <BuyForm rentable={rentable} commands={commands} />
      ) : (
        <MoveForm key={shown} rentable={rentable} act={shown} commands={commands} onDone={onClose} />
      )}
    </Modal>
  )
}
