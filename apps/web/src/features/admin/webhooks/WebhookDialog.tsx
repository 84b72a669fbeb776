import type { Webhook, WebhookTerms } from '@clutch/contract'
import { TEXT_MAX } from '@clutch/contract/constants'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Modal } from '#shared/ui/Modal.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import styles from '../AdminPanel.module.css'
import { FormField, ReasonField } from '../FormField.tsx'
import own from './Webhooks.module.css'
import { EVENT_TYPES, useSetWebhook, type WebhookInput } from './webhooks.ts'

const ID_FORM = /^[\w-]{1,64}$/
const URL_MAX = 2_048

interface WebhookDialogProps {
  /** Null for a new one. */
  readonly webhook: Webhook | null
  readonly onSecret: (secret: string) => void
  readonly onClose: () => void
}

/** Creates or changes an endpoint. One that was disabled because of its failures is enabled unless the operator objects. */
export function WebhookDialog({ webhook, onSecret, onClose }: WebhookDialogProps) {
  const { t } = useTranslation('operator')
  const errorText = useErrorText()
  const [entry, setEntry] = useState(() => entryOf(webhook))
  const [isTried, setTried] = useState(false)
  const { mutate, isPending, error } = useSetWebhook()
  const change = (changed: Partial<Entry>) => setEntry({ ...entry, ...changed })
  const problems = {
    id: ID_FORM.test(entry.id) ? '' : t('hooks.id_problem'),
    url: URL.canParse(entry.url) ? '' : t('hooks.url_problem'),
    reason: entry.reason.trim() === '' ? t('keys.reason_missing') : '',
  }
  const problemOf = (field: keyof typeof problems) => (isTried ? problems[field] : '')
  const submit = () => {
    setTried(true)
    if (Object.values(problems).some((problem) => problem !== '')) return
    mutate(entry, {
      onSuccess: ({ secret }) => {
        onClose()
        if (secret === null) showToast(t('done'))
        else onSecret(secret)
      },
    })
  }
  return (
    <Modal
      title={webhook === null ? t('hooks.new') : t('hooks.edit_of', { name: webhook.id })}
      isOpen
      onClose={onClose}
    >
      <form
        noValidate
        className={own['form']}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {webhook === null && (
          <FormField
            label={t('keys.name')}
            value={entry.id}
            hint={t('hooks.id_hint')}
            problem={problemOf('id')}
            isFirst
            onChange={(id) => change({ id })}
          />
        )}
        <FormField
          label={t('hooks.url')}
          value={entry.url}
          hint={t('hooks.url_hint')}
          problem={problemOf('url')}
          maxLength={URL_MAX}
          onChange={(url) => change({ url })}
        />
        <fieldset className={own['types']}>
          <legend>{t('hooks.types')}</legend>
          <span className={styles['hint']}>{t('hooks.types_hint')}</span>
          {EVENT_TYPES.map((type) => (
            <Checkbox
              key={type}
              isChecked={entry.types.includes(type)}
              onChange={(isChecked) =>
                change({
                  types: EVENT_TYPES.filter((other) => (other === type ? isChecked : entry.types.includes(other))),
                })
              }
            >
              <code>{type}</code>
            </Checkbox>
          ))}
        </fieldset>
        <FormField
          label={t('hooks.description')}
          value={entry.description}
          maxLength={TEXT_MAX}
          onChange={(description) => change({ description })}
        />
        <Checkbox isChecked={entry.enabled} onChange={(enabled) => change({ enabled })}>
          {t('hooks.enabled')}
        </Checkbox>
        <ReasonField
          label={t('keys.reason')}
          value={entry.reason}
          problem={problemOf('reason')}
          onChange={(reason) => change({ reason })}
        />
        {error !== null && (
          <p role="alert" className={styles['problem']}>
            {errorText(error)}
          </p>
        )}
        <div className={styles['line']}>
          <Button type="submit" look="accent" isPending={isPending}>
            {t(webhook === null ? 'hooks.create' : 'hooks.save')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

type Entry = WebhookTerms & Pick<WebhookInput, 'id' | 'reason'>

function entryOf(webhook: Webhook | null): Entry {
  if (webhook === null) return { id: '', url: '', types: [], description: '', enabled: true, reason: '' }
  const { id, url, types, description, enabled, disabled_because } = webhook
  return { id, url, types, description, enabled: enabled || disabled_because !== null, reason: '' }
}
