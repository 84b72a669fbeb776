import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Modal } from '#shared/ui/Modal.tsx'
import { Price } from '#shared/ui/Price.tsx'
import { useBulkSale } from '../hooks/use-bulk-sale.ts'
import styles from './BulkSaleDialog.module.css'
import { BulkSaleLine } from './BulkSaleLine.tsx'
import { RadioGroup, RadioOption } from '#shared/ui/RadioGroup.tsx'

interface BulkSaleDialogProps {
  readonly itemIds: readonly number[]
  readonly fairPriceOf: (itemId: number) => number
  readonly onRemove: (itemId: number) => void
  readonly onClose: () => void
}

const MODES = ['now', 'order'] as const

/** Several items sold together, each line with what would happen to it before anything does. */
export function BulkSaleDialog({ itemIds, fairPriceOf, onRemove, onClose }: BulkSaleDialogProps) {
  const { t } = useTranslation('inventory')
  const format = useFormat()
  const sale = useBulkSale(itemIds, fairPriceOf)
  return (
    <Modal title={t('sell.title')} isWide isOpen onClose={onClose}>
      <form
        noValidate
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void sale.run()
        }}
      >
        <RadioGroup
          look="pills"
          label={t('sell.mode')}
          isLabelHidden
          isDisabled={sale.isRunning}
          value={sale.mode}
          onChange={sale.setMode}
        >
          {MODES.map((mode) => (
            <RadioOption key={mode} value={mode}>
              {t(`sell.${mode}`)}
            </RadioOption>
          ))}
        </RadioGroup>
        <ul className={styles['lines']}>
          {sale.lines.map((line) => (
            <BulkSaleLine
              key={line.itemId}
              line={line}
              mode={sale.mode}
              isLocked={sale.isRunning || line.outcome?.isDone === true}
              onCount={(count) => sale.setCount(line.itemId, count)}
              onPrice={(price) => sale.setPrice(line.itemId, price)}
              onRemove={() => onRemove(line.itemId)}
            />
          ))}
        </ul>
        <p className={styles['total']} aria-live="polite">
          {t(sale.mode === 'now' ? 'sell.total' : 'sell.total_order')}
          <strong>
            <Price coins={sale.proceeds} isExact size={16} />
          </strong>
        </p>
        {(sale.isRunning || sale.doneCount > 0) && (
          <p className={styles['progress']} aria-live="polite">
            {t('sell.progress', { done: format.exact(sale.doneCount), total: format.exact(sale.lines.length) })}
          </p>
        )}
        {sale.readyCount === 0 && sale.doneCount > 0 ? (
          <Button className={styles['submit']} onClick={onClose}>
            {t('sell.done_selecting')}
          </Button>
        ) : (
          <Button
            type="submit"
            look="sell"
            className={styles['submit']}
            isPending={sale.isRunning}
            disabled={sale.readyCount === 0}
          >
            {t('sell.confirm', { count: sale.readyCount, amount: format.exact(sale.readyCount) })}
          </Button>
        )}
      </form>
    </Modal>
  )
}
