import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { useOwnedCount } from '#shared/live/live-store.ts'
import { CountStepper } from '#shared/production/CountStepper.tsx'
import { Button } from '#shared/ui/Button.tsx'
import type { RentCommands } from '../hooks/use-rent-commands.ts'
import { salaryWith, type Rentable } from '../model/salary.ts'
import styles from './RentDialog.module.css'
import { SalaryCurve } from './SalaryCurve.tsx'

interface MoveFormProps {
  readonly rentable: Rentable
  readonly act: 'put' | 'take_back'
  readonly commands: RentCommands
  readonly onDone: () => void
}

/** How many to put or to take back, and what each unit earns then. */
export function MoveForm({ rentable, act, commands, onDone }: MoveFormProps) {
  const { t } = useTranslation('rent')
  const format = useFormat()
  const owned = useOwnedCount(rentable.config.item_id)
  const [count, setCount] = useState(1)
  const most = act === 'put' ? owned : rentable.units
  const isPut = act === 'put'
  const salary = salaryWith(rentable, isPut ? count : -count)
  const { item_id } = rentable.config
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (count < 1 || count > most) return
        if (isPut) commands.put(item_id, count, onDone)
        else commands.takeBack(item_id, count, onDone)
      }}
    >
      <CountStepper label={t('count')} value={count} max={Math.max(1, most)} onChange={setCount} />
      <p className={styles['preview']} aria-live="polite">
        {t(isPut ? 'preview.put' : 'preview.take_back', {
          amount: format.exact(count),
          salary: format.average(salary),
        })}
      </p>
      {isPut ? (
        <SalaryCurve rentable={rentable} chosen={count} />
      ) : (
        <p className={styles['hint']}>{t(count >= rentable.units ? 'last_back' : 'stays_owed')}</p>
      )}
      {isPut && owned === 0 && <p className={styles['warning']}>{t('none_owned')}</p>}
      <Button
        type="submit"
        look="accent"
        disabled={count < 1 || count > most}
        isPending={commands.running !== undefined}
        data-initial-focus
      >
        {t(`act.${act}`)}
      </Button>
    </form>
  )
}
