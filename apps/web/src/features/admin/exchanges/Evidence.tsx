import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { ErrorState } from '#shared/ui/States.tsx'
import { useEvidence } from './parked.ts'
import styles from './Exchanges.module.css'

/** Every step of an exchange with the platform's own words, newest first. */
export function Evidence({ exchangeId }: { readonly exchangeId: string }) {
  const { t } = useTranslation(['support', 'exchange'])
  const format = useFormat()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useEvidence(exchangeId)
  if (data === undefined) {
    return error === null ? <Skeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />
  }
  return (
    <>
      <ol className={styles['steps']} aria-label={t('parked.evidence')}>
        {data.pages.flat().map(({ id, at, kind, leg, detail }) => (
          <li key={id}>
            <time>
              {format.date(at)}, {format.clock(at)}
            </time>
            <span>
              {t(`exchange:step.${kind}`, { amount: detail })}
              {leg !== null && ` ${t('exchange:leg', { amount: format.exact(leg + 1) })}`}
              {SAYS_ITSELF.has(kind) || detail === '' ? '' : ` (${detail})`}
            </span>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('parked.earlier')}
        </Button>
      )}
    </>
  )
}

/** Steps whose text includes the detail, and the one whose reason is shown above. */
const SAYS_ITSELF: ReadonlySet<string> = new Set(['asked', 'planned', 'parked'])
