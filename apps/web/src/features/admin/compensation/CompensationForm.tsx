import type { CallBody } from '@clutch/contract'
import { COMPENSATION_ITEMS_MAX, COMPENSATION_LIST_LENGTH_MAX } from '@clutch/contract/constants'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/Button.tsx'
import styles from '../AdminPanel.module.css'
import { FormField } from '../FormField.tsx'
import own from './Compensation.module.css'
import { ItemLines } from './ItemLines.tsx'
import { NO_ITEM, toRequest, type Entry, type EntryProblem } from './request.ts'
import { DateField } from '#shared/ui/DateField.tsx'
import { RadioGroup, RadioOption } from '#shared/ui/RadioGroup.tsx'

const LIST_LINES = 5

interface CompensationFormProps {
  readonly entry: Entry
  readonly isPending: boolean
  readonly onChange: (entry: Entry) => void
  readonly onSubmit: (request: CallBody<'POST /admin/compensation/preview'>) => void
}

/** The recipients, and what each of them gets. */
export function CompensationForm({ entry, isPending, onChange, onSubmit }: CompensationFormProps) {
  const { t } = useTranslation('support')
  const [problem, setProblem] = useState<EntryProblem | null>(null)
  const change = (changed: Partial<Entry>) => {
    setProblem(null)
    onChange({ ...entry, ...changed })
  }
  return (
    <form
      noValidate
      className={styles['card']}
      aria-label={t('give.form')}
      onSubmit={(event) => {
        event.preventDefault()
        const request = toRequest(entry)
        if (typeof request === 'string') return setProblem(request)
        setProblem(null)
        onSubmit(request)
      }}
    >
      <RadioGroup look="pills" label={t('give.whom')} value={entry.whom} onChange={(whom) => change({ whom })}>
        {(['list', 'filter'] as const).map((whom) => (
          <RadioOption key={whom} value={whom}>
            {t(`give.by.${whom}`)}
          </RadioOption>
        ))}
      </RadioGroup>
      {entry.whom === 'list' ? (
        <label className={styles['entry']}>
          {t('give.list')}
          <textarea
            className={own['list']}
            rows={LIST_LINES}
            value={entry.list}
            maxLength={COMPENSATION_LIST_LENGTH_MAX}
            onChange={({ target }) => change({ list: target.value })}
          />
        </label>
      ) : (
        <Filter entry={entry} onChange={change} />
      )}
      <FormField label={t('give.coins')} value={entry.coins} isWholeNumber onChange={(coins) => change({ coins })} />
      <ItemLines items={entry.items} onChange={(items) => change({ items })} />
      <p role="alert" className={styles['problem']}>
        {problem !== null && t(`give.problem.${problem}`)}
      </p>
      <div className={styles['line']}>
        <Button
          disabled={entry.items.length >= COMPENSATION_ITEMS_MAX}
          onClick={() => change({ items: [...entry.items, NO_ITEM] })}
        >
          {t('give.another_item')}
        </Button>
        <Button type="submit" look="accent" isPending={isPending}>
          {t('give.preview')}
        </Button>
      </div>
    </form>
  )
}

interface FilterProps {
  readonly entry: Entry
  readonly onChange: (changed: Partial<Entry>) => void
}

/** Conditions that a player must meet; without any, everyone matches. */
function Filter({ entry, onChange }: FilterProps) {
  const { t } = useTranslation('support')
  const day = (name: 'activeSince' | 'signedUpBefore', label: string) => (
    <DateField label={label} isStacked value={entry[name]} onChange={(value) => onChange({ [name]: value })} />
  )
  return (
    <div>
      <p className={styles['fine']}>{t('give.all')}</p>
      <div className={styles['entries']}>
        {day('activeSince', t('give.active_since'))}
        {day('signedUpBefore', t('give.signed_up_before'))}
        <FormField
          label={t('give.owns_item')}
          value={entry.ownsItem}
          isWholeNumber
          maxLength={10}
          onChange={(ownsItem) => onChange({ ownsItem })}
        />
      </div>
    </div>
  )
}
