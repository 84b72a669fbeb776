import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { ItemPicker } from '#shared/catalogue/ItemPicker.tsx'
import { useDownload } from '#shared/api/use-download.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#shared/ui/States.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { showToast } from '#shared/ui/toast-store.ts'
import { useTitle } from '#shared/ui/use-title.ts'
import { HISTORY_ASSETS, useInventoryHistory } from './api/inventory-history.ts'
import { HistoryEnd, HistoryTimeline } from './components/HistoryTimeline.tsx'
import styles from './InventoryHistoryPage.module.css'
import { listFilterItems } from './model/history-days.ts'
import { RadioGroup, RadioOption } from '#shared/ui/RadioGroup.tsx'

/** What changed the inventory and why, newest first, without end. */
export function InventoryHistoryPage() {
  const { t } = useTranslation('inventory')
  useTitle(`${t('tabs.history')} · ${t('title')}`)
  const navigate = useNavigate()
  const chosen = useLocation({ select: ({ search }) => Number((search as Record<string, unknown>)['item']) })
  const wanted = useLocation({ select: ({ search }) => String((search as Record<string, unknown>)['assets']) })
  const assets = HISTORY_ASSETS.find((each) => each === wanted) ?? 'all'
  const language = useLanguage()
  const { save, isPending } = useDownload(() => showToast(t('history.exported')))
  const saveAll = () =>
    save({ name: 'GET /inventory/export-history', query: { lang: language }, fileName: 'clutch-inventory-history.csv' })
  const itemId = Number.isInteger(chosen) && chosen > 0 ? chosen : null
  const { data: catalogue } = useCatalogue()
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInventoryHistory(itemId, assets)
  const operations = data?.pages.flat()

  const show = (item: number | null, part: string): void => {
    const search = { ...(item === null ? {} : { item: String(item) }), ...(part === 'all' ? {} : { assets: part }) }
    void navigate({ to: '.', search })
  }
  const isRefetchFailed = error !== null && operations !== undefined
  useEffect(() => {
    if (isRefetchFailed) showToast(t('history.error_loading_history'), 'error')
  }, [isRefetchFailed, t])
  return (
    <div className={pages['page']}>
      <div className={styles['head']}>
        <h2 className={pages['title']}>{t('tabs.history')}</h2>
        <div className={styles['filter']}>
          <ItemPicker
            label={t('history.item')}
            items={listFilterItems(catalogue?.items ?? [])}
            value={itemId}
            onChange={(choice) => show(choice, assets)}
          />
        </div>
        <RadioGroup
          look="pills"
          label={t('history.assets.label')}
          isLabelHidden
          value={assets}
          onChange={(part) => show(itemId, part)}
        >
          {HISTORY_ASSETS.map((each) => (
            <RadioOption key={each} value={each}>
              {t(`history.assets.${each}`)}
            </RadioOption>
          ))}
        </RadioGroup>
        <Button className={styles['export']} isPending={isPending} onClick={saveAll}>
          {t('history.export')}
        </Button>
      </div>
      {operations === undefined && error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} describe={() => t('history.error_loading_history')} />
      ) : operations === undefined ? (
        <Skeleton shape="entries" />
      ) : operations.length === 0 ? (
        <EmptyState subject="history" action={<Link to="/marketplace/market">{t('to_market')}</Link>}>
          <HistoryEnd text={t(itemId === null ? 'history.empty' : 'history.empty_item')} />
        </EmptyState>
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
