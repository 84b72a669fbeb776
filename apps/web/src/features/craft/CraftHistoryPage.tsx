import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/Button.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#shared/ui/States.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { useReachedEnd } from '#shared/ui/gradual-rendering.tsx'
import { useTitle } from '#shared/ui/use-title.ts'
import { serverNowMs } from '#shared/timing/server-clock.ts'
import { useCraftHistory } from './api/craft-history.ts'
import { CraftedList } from './components/CraftedList.tsx'
import styles from './CraftHistoryPage.module.css'
import { dayEndSec, dayOf } from './model/craft-history.ts'
import { Switch } from '#shared/ui/Checkbox.tsx'
import { DateField } from '#shared/ui/DateField.tsx'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Finished crafts, newest first, up to a chosen day; today by default. */
export function CraftHistoryPage() {
  const { t } = useTranslation('craft')
  useTitle(`${t('tabs.history')} · ${t('title')}`)
  const navigate = useNavigate()
  const chosen = useLocation({ select: ({ search }) => (search as Readonly<Record<string, unknown>>)['day'] })
  const [today] = useState(() => dayOf(new Date(serverNowMs())))
  const day = typeof chosen === 'string' && DAY.test(chosen) ? chosen : today
  const [isGrouped, setGrouped] = useState(false)
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useCraftHistory(dayEndSec(day))
  const entries = data?.pages.flat()
  // Grouped, the list grows by the button only, since older entries change groups above.
  const end = useReachedEnd<HTMLDivElement>(() => {
    if (!isGrouped && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  })
  const choose = (value: string) =>
    void navigate({ to: '.', search: value === '' || value === today ? {} : { day: value } })
  return (
    <div className={pages['page']}>
      <div className={styles['head']}>
        <h2 className={pages['title']}>{t('tabs.history')}</h2>
        <Switch isChecked={isGrouped} onChange={setGrouped}>
          {t('history.grouped')}
        </Switch>
        <DateField label={t('history.date')} value={day} max={today} onChange={choose} />
        {day !== today && <Button onClick={() => choose(today)}>{t('history.today')}</Button>}
      </div>
      {entries === undefined && error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : entries === undefined ? (
        <Skeleton shape="entries" />
      ) : entries.length === 0 ? (
        <EmptyState subject="history" action={<Link to="/craft/receipts">{t('tabs.recipes')}</Link>}>
          {t('history.empty')}
        </EmptyState>
      ) : (
        <>
          <CraftedList entries={entries} isGrouped={isGrouped} />
          <div ref={end} className={styles['end']}>
            {hasNextPage ? (
              <Button isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('history.more')}
              </Button>
            ) : (
              t('history.end')
            )}
          </div>
        </>
      )}
    </div>
  )
}
