import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import type { ItemDefinition } from '@clutch/contract'
import { Suspense, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '#shared/auth/session.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { ErrorState } from '#shared/ui/States.tsx'
import { useItemDetails, type ItemDetails } from '#shared/market/item-details.ts'
import { useTicket } from '../hooks/use-ticket.ts'
import { ChartPanel } from './ChartPanel.tsx'
import { DetailsHead } from './DetailsHead.tsx'
import styles from './ItemDetailsPanel.module.css'
import { OrderBook } from './OrderBook.tsx'
import { PriceSummary } from './PriceSummary.tsx'
import { RecentTrades } from './RecentTrades.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useLiveEvent } from '#shared/live/live.ts'

const KEY = ['frozen-items']

const ItemLots = lazyChunk(async () => (await import('./ItemLots.tsx')).ItemLots)
const ItemRecipes = lazyChunk(async () => (await import('#shared/production/ItemRecipes.tsx')).ItemRecipes)
const SignInDialog = lazyChunk(async () => (await import('#shared/auth/SignInDialog.tsx')).SignInDialog)
const TradeDialog = lazyChunk(async () => (await import('#shared/trade/TradeDialog.tsx')).TradeDialog)
const TradeTicket = lazyChunk(async () => (await import('#shared/trade/TradeTicket.tsx')).TradeTicket)
const TO_BUY = { side: 'buy' } as const

/** The docked form's place while its code or the book is not there. */
const TicketSpace = () => <div className={styles['ticketSpace']} />

const EMPTY_DETAILS: ItemDetails = {
  sell_orders: [],
  buy_orders: [],
  user_lots: [],
  last_price: 0,
  fee_basis_points: 0,
  max_items_per_lot: 0,
}

interface ItemDetailsPanelProps {
  readonly itemId: number
  readonly item: ItemDefinition | undefined
  readonly onBack: () => void
}

/** Everything about one item of the market. Its frame is drawn before the data arrives, so the layout does not shift. */
export function ItemDetailsPanel({ itemId, item, onBack }: ItemDetailsPanelProps) {
  const { t } = useTranslation('market')
  const { data, error, refetch } = useItemDetails(itemId)
  const isSignedIn = useSignedIn()
  const freeze = useItemFreeze(itemId)
  const trade = useTicket(isSignedIn)
  // A form is filled from what is known now; a book of a hundred rows may be drawn a moment later, the first one too.
  const details = useDeferredValue(data ?? EMPTY_DETAILS, EMPTY_DETAILS)
  return (
    <article className={styles['panel']} aria-busy={data === undefined && error === null}>
      <DetailsHead
        itemId={itemId}
        item={item}
        onBack={onBack}
        onTrade={trade.isDocked ? undefined : (side) => trade.ask({ side })}
      />
      {freeze !== undefined && <output className={styles['frozen']}>{t('frozen', { reason: freeze })}</output>}
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <PriceSummary details={details} isLoading={details === EMPTY_DETAILS} />
          <div className={classNames(styles['floor'], trade.isDocked && styles['docked'])}>
            <section className={classNames(styles['card'], styles['chart'])} aria-label={t('chart.title')}>
              <ChartPanel itemId={itemId} details={details} />
            </section>
            <section className={classNames(styles['card'], styles['book'])} aria-label={t('book.title')}>
              <OrderBook
                details={details}
                isLoading={details === EMPTY_DETAILS}
                onPick={(side, price, count) => trade.ask({ side, price, count })}
              />
            </section>
            <section className={classNames(styles['card'], styles['tape'])} aria-label={t('tape.title')}>
              <RecentTrades itemId={itemId} />
            </section>
            {trade.isDocked && (
              <div className={classNames(styles['card'], styles['ticket'])}>
                <Suspense fallback={<TicketSpace />}>
                  {data === undefined ? (
                    <TicketSpace />
                  ) : (
                    <TradeTicket
                      itemId={itemId}
                      details={data}
                      start={trade.start ?? TO_BUY}
                      fills={trade.fills}
                      onStart={trade.ask}
                    />
                  )}
                </Suspense>
              </div>
            )}
          </div>
          <Suspense>{details.user_lots.length > 0 && <ItemLots lots={details.user_lots} />}</Suspense>
          {isSignedIn && (
            <section className={styles['recipes']}>
              <Suspense>
                <ItemRecipes itemId={itemId} />
              </Suspense>
            </section>
          )}
        </>
      )}
      {trade.start !== null && !isSignedIn && (
        <Suspense>
          <SignInDialog text={t('sign_in')} onClose={trade.close} />
        </Suspense>
      )}
      {isSignedIn && !trade.isDocked && trade.start !== null && data !== undefined && (
        <Suspense>
          <TradeDialog itemId={itemId} details={data} form={trade.start} onClose={trade.close} />
        </Suspense>
      )}
    </article>
  )
}

/** Why the market in an item is stopped; undefined while it is open, which it nearly always is. */
function useItemFreeze(itemId: number): string | undefined {
  const client = useQueryClient()
  useLiveEvent('itemFreezeChanged', () => void client.invalidateQueries({ queryKey: KEY }))
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await callApi('GET /marketplace/frozen-items', null, { signal })).response,
  })
  return data?.find(({ item_id }) => item_id === itemId)?.reason
}
