import { HISTORY_PAGE_SIZE } from '@clutch/contract/constants'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useArchiveNote } from '#shared/account/archive-note.ts'
import { Button } from '#shared/ui/Button.tsx'
import { EmptyState } from '#shared/ui/States.tsx'
import pages from '#shared/ui/TablePage.module.css'
import type { ViewChange } from '#shared/ui/use-address-view.ts'
import { findPreviousCursor, useTradingHistory } from '../api/trading-history.ts'
import type { HistoryView } from '../model/history-view.ts'
import { HistoryFilters } from './HistoryFilters.tsx'
import { HistoryTable } from './HistoryTable.tsx'
import styles from './HistoryRows.module.css'

interface OrderHistoryProps {
  readonly view: HistoryView
  readonly onChange: (change: ViewChange<HistoryView>) => void
}

/** Past orders, page by page: a next page exists only when the current page is full (document 1 §4). */
export function OrderHistory({ view, onChange }: OrderHistoryProps) {
  const { t } = useTranslation(['market', 'history', 'shell'])
  const { data: entries, error, refetch, isPlaceholderData } = useTradingHistory(view)
  const hasNext = entries?.length === HISTORY_PAGE_SIZE
  const hasPages = hasNext || view.lastUuid !== undefined
  const isFiltered = view.types.length > 0 || view.itemId !== null

  // Another page is read from its top.
  const place = useRef<HTMLDivElement>(null)
  const shownPage = useRef(view.lastUuid)
  useEffect(() => {
    if (shownPage.current === view.lastUuid) return
    shownPage.current = view.lastUuid
    place.current?.closest('[data-scroller]')?.scrollTo({ top: 0 })
  }, [view.lastUuid])

  const goBack = async () => {
    if (view.lastUuid === undefined) return
    onChange({ lastUuid: await findPreviousCursor(view.lastUuid, view).catch(() => undefined) })
  }
  return (
    <>
      <HistoryFilters view={view} onChange={onChange} />
      <HistoryTable
        entries={entries}
        isOld={isPlaceholderData}
        error={error}
        onRetry={() => void refetch()}
        empty={
          isFiltered ? (
            <EmptyState
              subject="search"
              action={
                <Button onClick={() => onChange({ types: [], itemId: null })}>{t('history:filter.clear')}</Button>
              }
            >
              {t('history:filter.nothing')}
            </EmptyState>
          ) : (
            <EmptyState subject="history" action={<Link to="/marketplace/market">{t('history:to_market')}</Link>}>
              {t('shell:joined', { first: t('history.not_found'), second: t('history:empty') })}
            </EmptyState>
          )
        }
      />
      {entries !== undefined && !hasNext && <ArchiveNote />}
      <div ref={place} className={pages['paging']}>
        {hasPages && (
          <>
            <Button
              isIcon
              aria-label={t('history.previous')}
              disabled={view.lastUuid === undefined}
              onClick={() => void goBack()}
            >
              <IconChevronLeft size={18} />
            </Button>
            <Button
              isIcon
              aria-label={t('history.next')}
              disabled={!hasNext}
              onClick={() => onChange({ lastUuid: entries?.at(-1)?.uuid })}
            >
              <IconChevronRight size={18} />
            </Button>
          </>
        )}
      </div>
    </>
  )
}

function ArchiveNote() {
  const note = useArchiveNote()
  return note !== undefined && <p className={styles['archived']}>{note}</p>
}
