import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { useCoins } from '#shared/live/live-store.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Modal } from '#shared/ui/Modal.tsx'
import { Price } from '#shared/ui/Price.tsx'
import { useReprice } from '../hooks/use-reprice.ts'
import { effectOf, type RepriceLine } from '../model/reprice.ts'
import styles from './RepriceDialog.module.css'
import { Checkbox } from '#shared/ui/Checkbox.tsx'

interface RepriceDialogProps {
  /** As they were when the dialog opened: what is shown is what is done. */
  readonly lines: readonly RepriceLine[]
  readonly feeBasisPoints: number
  readonly onClose: () => void
}

/** All beaten lots of a side with their new prices, each to be left out, and what it comes to before anything happens. */
export function RepriceDialog({ lines, feeBasisPoints, onClose }: RepriceDialogProps) {
  const { t } = useTranslation('listings')
  const format = useFormat()
  const nameOf = useItemName()
  const errorText = useErrorText()
  const coins = useCoins()
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const { run, isPending, doneCount, error } = useReprice(onClose)
  const chosen = lines.filter(({ lot }) => !leftOut.has(lot.lot_uuid))
  const { before, after, needed } = effectOf(chosen, feeBasisPoints)
  const missing = coins === undefined ? 0 : Math.max(0, needed - coins)
  const toggle = (lotId: string) => {
    const next = new Set(leftOut)
    if (!next.delete(lotId)) next.add(lotId)
    setLeftOut(next)
  }
  return (
    <Modal title={t('reprice.title')} isWide isOpen onClose={onClose}>
      <div className={styles['content']}>
        <p className={styles['note']}>{t('reprice.note')}</p>
        <ul className={styles['lines']}>
          {lines.map(({ lot, price, isFirst }) => (
            <li key={lot.lot_uuid} className={styles['line']}>
              <Checkbox
                name={t('reprice.choose', { name: nameOf(lot.item_type_id) })}
                className={styles['item']}
                isChecked={!leftOut.has(lot.lot_uuid)}
                isDisabled={isPending}
                onChange={() => toggle(lot.lot_uuid)}
              >
                <span>
                  {nameOf(lot.item_type_id)} <span className={styles['count']}>×{format.exact(lot.current_count)}</span>
                </span>
              </Checkbox>
              <span className={styles['prices']}>
                <span className="visually-hidden">{t('reprice.was')}</span>
                <Price coins={lot.price} isExact />
                <span aria-hidden="true">→</span>
                <span className="visually-hidden">{t('reprice.to')}</span>
                <strong>
                  <Price coins={price} isExact />
                </strong>
              </span>
              {!isFirst && <span className={styles['equal']}>{t('reprice.equal')}</span>}
            </li>
          ))}
        </ul>
        <p className={styles['effect']}>
          {t(lines[0]?.lot.type === 'buy' ? 'reprice.coins' : 'reprice.proceeds', {
            before: format.exact(before),
            after: format.exact(after),
          })}
        </p>
        <div role="alert" className={styles['problem']}>
          {missing > 0 && <p>{t('reprice.short', { amount: format.exact(missing) })}</p>}
          {error !== null && <p>{errorText(error)}</p>}
        </div>
        <div className={styles['actions']}>
          {isPending && (
            <span className={styles['progress']} aria-live="polite">
              {t('reprice.progress', { done: format.exact(doneCount), total: format.exact(chosen.length) })}
            </span>
          )}
          <Button
            look="accent"
            isPending={isPending}
            disabled={chosen.length === 0 || missing > 0}
            onClick={() => run(chosen)}
          >
            {t('reprice.confirm', { count: chosen.length, amount: format.exact(chosen.length) })}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
