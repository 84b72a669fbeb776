import type { Webhook } from '@clutch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/Button.tsx'
import { SecretDialog } from '#shared/ui/SecretDialog.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#shared/ui/States.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { useTitle } from '#shared/ui/use-title.ts'
import styles from '../AdminPanel.module.css'
import { WebhookCard } from './WebhookCard.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'
import { useWebhooks } from './webhooks.ts'

/** Endpoints of webhooks: their state, their deliveries, and what changes them. */
export function WebhooksPage() {
  const { t } = useTranslation('operator')
  useTitle(t('hooks.title'))
  const { data: webhooks, error, isFetching, refetch } = useWebhooks()
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <div className={pages['page']}>
      <div className={styles['head']}>
        <h2 className={pages['title']}>{t('hooks.title')}</h2>
        <div className={styles['buttons']}>
          <Button isPending={isFetching && webhooks !== undefined} onClick={() => void refetch()}>
            {t('hooks.refresh')}
          </Button>
          <Button look="accent" onClick={() => setEdited('new')}>
            {t('hooks.new')}
          </Button>
        </div>
      </div>
      <p className={styles['hint']}>{t('hooks.explanation')}</p>
      {webhooks === undefined && error === null && <Skeleton shape="sections" />}
      {webhooks === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {webhooks?.length === 0 && <EmptyState>{t('hooks.none')}</EmptyState>}
      {webhooks?.map((webhook) => (
        <WebhookCard key={webhook.id} webhook={webhook} onEdit={() => setEdited(webhook)} onSecret={setSecret} />
      ))}
      {edited !== null && (
        <WebhookDialog
          webhook={edited === 'new' ? null : edited}
          onSecret={setSecret}
          onClose={() => setEdited(null)}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title={t('hooks.secret_title')}
          label={t('hooks.secret')}
          secret={secret}
          hint={t('hooks.shown_once')}
          copyLabel={t('secret.copy')}
          copied={t('secret.copied')}
          select={t('secret.select')}
          onClose={() => setSecret(null)}
        />
      )}
    </div>
  )
}
