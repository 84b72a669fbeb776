import { DAY_SEC, HOUR_SEC, MINUTE_SEC } from '@clutch/contract/formats'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommand } from '../api/use-command.ts'
import { showToast } from '../ui/toast-store.ts'
import { ReasonForm } from './ReasonForm.tsx'
import { Select } from '../ui/Select.tsx'

/** From a short pause to the longest that rules §12 allow; 0 lifts it. */
const LENGTHS_SEC = [10 * MINUTE_SEC, HOUR_SEC, DAY_SEC, 7 * DAY_SEC, 28 * DAY_SEC, 0] as const

interface TimeOutDialogProps {
  readonly userUuid: string
  readonly name: string
  readonly onClose: () => void
}

/** Mutes a player for a while; the reason is shown to them. */
export function TimeOutDialog({ userUuid, name, onClose }: TimeOutDialogProps) {
  const { t } = useTranslation('chat')
  const { run, isPending, error } = useCommand('POST /chat/time-out', { errors: 'inline' })
  const [seconds, setSeconds] = useState<number>(LENGTHS_SEC[0])
  return (
    <ReasonForm
      title={t('time_out.title', { name })}
      label={t('time_out.reason')}
      submitLabel={t('acts.time_out')}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSubmit={(reason) =>
        run(
          { user_uuid: userUuid, seconds, reason },
          {
            onSuccess() {
              showToast(seconds === 0 ? t('time_out.lifted', { name }) : t('time_out.done', { name }))
              onClose()
            },
          },
        )
      }
    >
      <Select
        label={t('time_out.length')}
        isStacked
        value={seconds}
        choices={LENGTHS_SEC.map((each) => ({ value: each, text: t(`time_out.lengths.${each}`) }))}
        onChange={setSeconds}
      />
    </ReasonForm>
  )
}
