import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { CountStepper } from '#shared/production/CountStepper.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { Modal } from '#shared/ui/Modal.tsx'
import styles from './QuantityDialog.module.css'

interface QuantityDialogProps {
  readonly itemId: number
  /** How many are offered so far; 0 for none. */
  readonly initial: number
  /** How many there are. */
  readonly max: number
  readonly onAdd: (count: number) => void
  readonly onClose: () => void
}

/** How many of an item to offer: 1 to all there are (document 2 §5). */
export function QuantityDialog({ itemId, initial, max, onAdd, onClose }: QuantityDialogProps) {
  const { t } = useTranslation('social')
  const format = useFormat()
  const nameOf = useItemName()
  const [count, setCount] = useState(Math.max(1, initial))
  return (
    <Modal title={nameOf(itemId)} isOpen onClose={onClose}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (count > 0) onAdd(count)
        }}
      >
        <p>{t('quantity.owned', { amount: format.exact(max) })}</p>
        <CountStepper label={t('quantity.label')} value={count} max={max} isFirst onChange={setCount} />
        <div className={styles['actions']}>
          <Button onClick={onClose}>{t('quantity.cancel')}</Button>
          <Button look="accent" type="submit" disabled={max < 1 || count < 1}>
            {t('quantity.add')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
