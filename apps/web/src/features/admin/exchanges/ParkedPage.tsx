import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/Button.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#shared/ui/States.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { useTitle } from '#shared/ui/use-title.ts'
import styles from '../AdminPanel.module.css'
import own from './Exchanges.module.css'
import { useForgetParked, useParked } from './parked.ts'
import { ParkedCard } from './ParkedCard.tsx'

/** Exchanges whose outcome the platform has left open, until an operator decides them (rules §9). */
export function ParkedPage({ path }: { readonly path: string }) {
  const { t } = useTranslation(['support', 'admin'])
  useTitle(t('parked.title'))
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, refetch, fetchNextPage } = useParked()
  const forget = useForgetParked()
  const [result, setResult] = useState('')
  const parked = data?.pages.flatMap(({ exchanges }) => exchanges)
  return (
    <div className={pages['page']}>
      <div className={styles['line']}>
        <h2 ref={heading} tabIndex={-1} className={pages['title']}>
          {t('parked.title')}
        </h2>
        <Button isPending={isFetching && !isFetchingNextPage && data !== undefined} onClick={() => void refetch()}>
          {t('admin:reports.again')}
        </Button>
      </div>
      <p className={styles['fine']}>{t('parked.explanation')}</p>
      <output className={own['result']}>{result}</output>
      {parked === undefined && error === null && <Skeleton shape="sections" />}
      {parked === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {parked?.length === 0 && !hasNextPage && <EmptyState>{t('parked.none')}</EmptyState>}
      {parked?.map((exchange) => (
        <ParkedCard
          key={exchange.id}
          path={path}
          exchange={exchange}
          onDecided={(text) => {
            setResult(text)
            forget(exchange.id)
            // The card is removed together with the focus.
            heading.current?.focus()
          }}
        />
      ))}
      {hasNextPage && (
        <Button isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('admin:audit.more')}
        </Button>
      )}
    </div>
  )
}
