import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { usePastTrades } from '../api/past-trades.ts'
import { setPanelOpen } from '../model/social-store.ts'
import { PersonRow } from './PersonRow.tsx'
import { SocialList } from './SocialList.tsx'
import styles from './SocialTabs.module.css'
import { Disclosure } from '#shared/ui/Disclosure.tsx'

/** Trades that have ended, read when they are unfolded. */
export function PastTrades() {
  const { t } = useTranslation('social')
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const past = usePastTrades(undefined, isOpen)
  return (
    <Disclosure summary={t('past.title')} className={styles['folded']} onToggle={setOpen}>
      <SocialList query={{ ...past, data: past.data?.pages.flat() }} emptyText={t('past.empty')}>
        {(trades) => (
          <ul className={styles['list']}>
            {trades.map((trade) => (
              <PersonRow
                key={trade.id}
                name={trade.opponent_name}
                detail={`${t(`past.${trade.trade_status}`)} · ${format.dateTime(trade.ended_at)}`}
              >
                {trade.trade_status === 'completed' && (
                  <Link
                    to="/friends/$userId"
                    params={{ userId: trade.opponent_uuid }}
                    onClick={() => setPanelOpen(false)}
                  >
                    {t('past.ledger')}
                  </Link>
                )}
              </PersonRow>
            ))}
          </ul>
        )}
      </SocialList>
      {past.hasNextPage && (
        <Button isPending={past.isFetchingNextPage} onClick={() => void past.fetchNextPage()}>
          {t('past.more')}
        </Button>
      )}
    </Disclosure>
  )
}
