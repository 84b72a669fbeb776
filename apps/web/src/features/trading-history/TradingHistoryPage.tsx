import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDownload } from '#shared/api/use-download.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { Button } from '#shared/ui/Button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import pages from '#shared/ui/TablePage.module.css'
import { changedParts, useAddressView, type ViewChange } from '#shared/ui/use-address-view.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { useTitle } from '#shared/ui/use-title.ts'
import { OrderHistory } from './components/OrderHistory.tsx'
import { ProfitTable } from './components/ProfitTable.tsx'
import styles from './TradingHistoryPage.module.css'
import { readHistoryView, writeHistoryView, type HistoryView } from './model/history-view.ts'

const SECTIONS = ['orders', 'profit'] as const

/** Past orders page by page, and what they earned. */
export function TradingHistoryPage() {
  const { t } = useTranslation(['market', 'history'])
  const [view, change] = useHistoryView()
  useTitle(t(view.section === 'profit' ? 'history:views.profit' : 'tabs.history'))
  const language = useLanguage()
  const { save, isPending } = useDownload(() => showToast(t('history:exported')))
  const saveAll = () =>
    save({
      name: 'GET /marketplace/export-lot-history',
      query: { lang: language },
      fileName: 'clutch-trading-history.csv',
    })
  return (
    <div className={classNames(pages['page'], styles['page'])}>
      <div className={styles['head']}>
        <h2 className={classNames(pages['title'], styles['title'])}>{t('tabs.history')}</h2>
        <fieldset className={styles['sections']} aria-label={t('history:views.label')}>
          {SECTIONS.map((section) => (
            <button
              key={section}
              type="button"
              aria-pressed={section === view.section}
              className={styles['section']}
              onClick={() => change({ section })}
            >
              {t(`history:views.${section}`)}
            </button>
          ))}
        </fieldset>
        <Button isPending={isPending} onClick={saveAll}>
          <IconDownload size={16} aria-hidden="true" />
          <span className={styles['exportText']}>{t('history:export')}</span>
        </Button>
      </div>
      {view.section === 'profit' ? <ProfitTable /> : <OrderHistory view={view} onChange={change} />}
    </div>
  )
}

/** The view as the address has it, and a way to change it. Another filter begins at the first page. */
export function useHistoryView(): readonly [HistoryView, (change: ViewChange<HistoryView>) => void] {
  const [view, change] = useAddressView({ read: readHistoryView, write: writeHistoryView })
  return [view, (changed) => change((now) => ({ lastUuid: undefined, ...changedParts(changed, now) }))]
}
