import { useTranslation } from 'react-i18next'
import panel from '../AdminPanel.module.css'
import type { Draft } from './draft.ts'
import { DateField } from '#shared/ui/DateField.tsx'

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
        <DateField
          key={name}
          label={t(`field.${name}`)}
          isStacked
          hasTime
          value={draft[name]}
          hint={t(HINTS[name])}
          onChange={(time) => onEdit({ [name]: time })}
        />
      ))}
    </div>
  )
}
