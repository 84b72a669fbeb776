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
      <fieldset className={own['whom']}>
        <legend>{t('give.whom')}</legend>
        {(['list', 'filter'] as const).map((whom) => (
          <label key={whom} className={styles['check']}>
            <input type="radio" name="whom" checked={entry.whom === whom} onChange={() => change({ whom })} />
            {t(`give.by.${whom}`)}
          </label>
        ))}
      </fieldset>
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
  const field = (name: 'activeSince' | 'signedUpBefore' | 'ownsItem', label: string) => (
    <label className={styles['entry']}>
      {label}
      <input
        className={styles['input']}
        type={name === 'ownsItem' ? 'text' : 'date'}
        value={entry[name]}
        maxLength={10}
        autoComplete="off"
        onChange={({ target }) => onChange({ [name]: target.value })}
      />
    </label>
  )
  return (
    <div>
      <p className={styles['fine']}>{t('give.all')}</p>
      <div className={styles['entries']}>
        {field('activeSince', t('give.active_since'))}
        {field('signedUpBefore', t('give.signed_up_before'))}
        {field('ownsItem', t('give.owns_item'))}
      </div>
    </div>
  )
}
