import { useTranslation } from 'react-i18next'
import panel from '../AdminPanel.module.css'
import type { Draft } from './draft.ts'

const HINTS = { visibleFrom: 'field.at_once', visibleUntil: 'field.without_end' } as const

interface ScheduleFieldsProps {
  readonly draft: Draft
  readonly onEdit: (change: Partial<Draft>) => void
}

/** When players see the entry, in the operator's local time. */
export function ScheduleFields({ draft, onEdit }: ScheduleFieldsProps) {
  const { t } = useTranslation('news')
  return (
    <div className={panel['entries']}>
      {(['visibleFrom', 'visibleUntil'] as const).map((name) => (
        <label key={name} className={panel['entry']}>
          {t(`field.${name}`)}
          <input
            type="datetime-local"
            step={draft[name].length > 'YYYY-MM-DDTHH:MM'.length ? 1 : 60}
            className={panel['input']}
            value={draft[name]}
            onChange={({ target }) => onEdit({ [name]: target.value })}
          />
          <span className={panel['hint']}>{t(HINTS[name])}</span>
        </label>
      ))}
    </div>
  )
}
