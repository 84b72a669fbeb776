import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { ItemPicker } from '#shared/catalogue/ItemPicker.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#shared/ui/States.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { showToast } from '#shared/ui/toast-store.ts'
import { useTitle } from '#shared/ui/use-title.ts'
import { useInventoryHistory } from './api/inventory-history.ts'
import { HistoryTimeline } from './components/HistoryTimeline.tsx'
import styles from './InventoryHistoryPage.module.css'
import { listFilterItems } from './model/history-days.ts'

/** What changed the inventory and why, newest first, without end. */
export function InventoryHistoryPage() {
  const { t } = useTranslation('inventory')
  useTitle(`${t('tabs.history')} · ${t('title')}`)
  const navigate = useNavigate()
  const chosen = useLocation({ select: ({ search }) => Number((search as Record<string, unknown>)['item']) })
  const itemId = Number.isInteger(chosen) && chosen > 0 ? chosen : null
  const { data: catalogue } = useCatalogue()
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInventoryHistory(itemId)
  const operations = data?.pages.flat()

  useEffect(() => {
    if (error !== null) showToast(t('history.error_loading_history'))
  }, [error, t])
  return (
    <div className={pages['page']}>
      <div className={styles['head']}>
        <h2 className={pages['title']}>{t('tabs.history')}</h2>
        <div className={styles['filter']}>
          <ItemPicker
            label={t('history.item')}
            items={listFilterItems(catalogue?.items ?? [])}
            value={itemId}
            onChange={(choice) => void navigate({ to: '.', search: choice === null ? {} : { item: String(choice) } })}
          />
        </div>
      </div>
      {operations === undefined && error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : operations === undefined ? (
        <SkeletonRows />
      ) : operations.length === 0 ? (
        <EmptyState>{t(itemId === null ? 'history.empty' : 'history.empty_item')}</EmptyState>
      ) : (
        <HistoryTimeline
          operations={operations}
          hasMore={hasNextPage}
          isLoadingMore={isFetchingNextPage}
          onMore={() => void fetchNextPage()}
        />
      )}
    </div>
  )
}
