import { useTranslation } from 'react-i18next'
import { isOutcomeUnknown } from '#shared/api/api-error.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { Button } from '#shared/ui/Button.tsx'
import type { ChatLine } from '../model/chat-log.ts'
import styles from './DraftLine.module.css'

export type Draft = ChatLine & { readonly kind: 'draft' }

interface DraftLineProps {
  readonly draft: Draft
  readonly onRetry: (draft: Draft) => void
  readonly onDiscard: (draft: Draft) => void
}

/** The player's message while it is being sent, or after it failed. */
export function DraftLine({ draft, onRetry, onDiscard }: DraftLineProps) {
  const { t } = useTranslation('chat')
  const errorText = useErrorText()
  return (
    <li className={styles['line']} aria-busy={draft.error === undefined}>
      <p className={styles['text']}>{draft.text}</p>
      {draft.error === undefined ? (
        <p className={styles['state']}>{t('sending')}</p>
      ) : (
        <div className={styles['failed']} role="alert">
          <span className={styles['reason']}>
            {isOutcomeUnknown(draft.error) ? t('not_sent') : errorText(draft.error)}
          </span>
          <Button onClick={() => onRetry(draft)}>{t('send_again')}</Button>
          <Button look="quiet" onClick={() => onDiscard(draft)}>
            {t('discard')}
          </Button>
        </div>
      )}
    </li>
  )
}
