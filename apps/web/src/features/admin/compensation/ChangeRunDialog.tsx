import type { CompensationRun } from '@clutch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { randomUuid } from '#shared/api/random-uuid.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { ReasonForm } from '#shared/moderation/ReasonForm.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import { useChangeRun } from './compensation.ts'

interface ChangeRunDialogProps {
  readonly run: CompensationRun
  readonly onClose: () => void
}

/** Asks for a reason before a run is stopped or resumed; acts once, however often it is pressed. */
export function ChangeRunDialog({ run, onClose }: ChangeRunDialogProps) {
  const { t } = useTranslation('support')
  const format = useFormat()
  // The requested action is fixed when the dialog opens, even if the list changes.
  const [verb] = useState<'stop' | 'resume'>(run.stopped_at === null ? 'stop' : 'resume')
  const [key] = useState(() => randomUuid())
  const { mutate, isPending, error } = useChangeRun(verb)
  const counts = { granted: format.exact(run.granted), players: format.exact(run.players) }
  return (
    <ReasonForm
      title={t(`give.${verb}_title`, { reason: run.reason })}
      label={t('give.reason')}
      submitLabel={t(`give.${verb}`)}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSubmit={(reason) =>
        mutate(
          { run_id: run.id, idempotency_key: key, reason },
          {
            onSuccess() {
              showToast(t(`give.${verb}_done`))
              onClose()
            },
          },
        )
      }
    >
      <p>{t(`give.${verb}_question`, counts)}</p>
    </ReasonForm>
  )
}
