import type { Trade } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { useTrades } from '../api/social.ts'
import { useSocialCommands, type SocialCommands } from '../api/social-commands.ts'
import { chooseTab, openTrade } from '../model/social-store.ts'
import { useNameWarning } from './InvitationsTab.tsx'
import { PastTrades } from './PastTrades.tsx'
import { PersonRow } from './PersonRow.tsx'
import { SocialList } from './SocialList.tsx'
import styles from './SocialTabs.module.css'

/** Open trades, each with a way in and out of it; below them those that have ended. */
export function TradesTab() {
  const { t } = useTranslation('social')
  const commands = useSocialCommands()
  return (
    <>
      <SocialList
        query={useTrades()}
        emptyText={t('trades.empty')}
        emptyAction={<Button onClick={() => chooseTab('friends')}>{t('trades.to_friends')}</Button>}
      >
        {(trades) => (
          <ul className={styles['list']}>
            {trades.map((trade) => (
              <TradeRow key={trade.id} trade={trade} commands={commands} />
            ))}
          </ul>
        )}
      </SocialList>
      <PastTrades />
    </>
  )
}

function TradeRow({ trade, commands }: { readonly trade: Trade; readonly commands: SocialCommands }) {
  const { t } = useTranslation('social')
  const format = useFormat()
  const { opponent_name: name } = trade
  const warning = useNameWarning({ user_uuid: trade.opponent_uuid, name })
  const state =
    trade.opponent_status === 'confirmed'
      ? t('trades.they_confirmed')
      : t(trade.my_status === 'confirmed' ? 'trades.you_confirmed' : 'trades.open')
  return (
    <PersonRow
      name={name}
      detail={`${state} · ${t('trades.until', { when: format.dateTime(trade.expires_at) })}`}
      warning={warning}
    >
      <Button look="accent" aria-label={t('trades.show_name', { name })} onClick={() => openTrade(trade)}>
        {t('trades.show')}
      </Button>
      <Button
        isPending={commands.isRunning('declineTrade', trade.id)}
        aria-label={t('trades.decline_name', { name })}
        onClick={() => void commands.declineTrade(trade)}
      >
        {t('trades.decline')}
      </Button>
    </PersonRow>
  )
}
