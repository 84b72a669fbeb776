import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
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
  const [typed, setTyped] = useState(Math.max(1, initial))
  const count = clamp(typed, max)
  return (
    <Modal title={nameOf(itemId)} isOpen onClose={onClose}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          onAdd(count)
        }}
      >
        <p>{t('quantity.owned', { amount: format.exact(max) })}</p>
        <div className={styles['count']}>
          <Button isIcon aria-label={t('quantity.less')} disabled={count <= 1} onClick={() => setTyped(count - 1)}>
            <IconMinus size={18} />
          </Button>
          <input
            type="number"
            inputMode="numeric"
            min={1}
            max={max}
            step={1}
            data-initial-focus
            aria-label={t('quantity.label')}
            value={Number.isNaN(typed) ? '' : typed}
            onChange={(event) => setTyped(event.target.valueAsNumber)}
            onBlur={() => setTyped(count)}
          />
          <Button isIcon aria-label={t('quantity.more')} disabled={count >= max} onClick={() => setTyped(count + 1)}>
            <IconPlus size={18} />
          </Button>
          <Button onClick={() => setTyped(max)}>{t('trade.max')}</Button>
        </div>
        <div className={styles['actions']}>
          <Button onClick={onClose}>{t('quantity.cancel')}</Button>
          <Button look="accent" type="submit" disabled={max < 1}>
            {t('quantity.add')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function clamp(typed: number, max: number): number {
  return Number.isFinite(typed) ? Math.min(max, Math.max(1, Math.floor(typed))) : 1
}
