import type { Referral } from '@clutch/contract'
import { REFERRED_PLAYERS_SHOWN } from '@clutch/contract/constants'
import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#shared/api/api.ts'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Coin } from '#shared/ui/Coin.tsx'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { Modal } from '#shared/ui/Modal.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { ErrorState } from '#shared/ui/States.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import styles from './ReferralDialog.module.css'

const TILE_SIZE = 28

/** The player's referral link, what it is worth, and whom it has brought (rules §13). */
export function ReferralDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('referral')
  const format = useFormat()
  const { data, error, refetch } = useQuery({
    queryKey: ['referral'],
    queryFn: ({ signal }) => callApi('GET /referral/get', undefined, { signal }),
    staleTime: 0,
  })
  return (
    <Modal title={t('title')} isOpen onClose={onClose}>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton />}
      {data !== undefined && (
        <div className={styles['body']}>
          <Reward reward={data.reward} min_value={data.min_value} />
          <LinkField link={data.link} />
          {data.referrer !== null && (
            <p>
              {t(data.referrer.is_rewarded ? 'came_rewarded' : 'came', {
                name: data.referrer.name,
                coins: format.exact(data.min_value),
              })}
            </p>
          )}
          <Players referral={data} />
        </div>
      )}
    </Modal>
  )
}

function Reward({ reward: { coins, items }, min_value }: Pick<Referral, 'reward' | 'min_value'>) {
  const { t } = useTranslation('referral')
  const format = useFormat()
  const nameOf = useItemName()
  const { data: catalogue } = useCatalogue()
  if (coins === 0 && items.length === 0) return <p>{t('no_reward')}</p>
  return (
    <div>
      <p>{t('explain', { coins: format.exact(min_value) })}</p>
      <ul className={styles['reward']}>
        {coins > 0 && (
          <li>
            <Coin coin="coin" size={TILE_SIZE} />
            {t('shell:coins', { count: coins, amount: format.exact(coins) })}
          </li>
        )}
        {items.map(({ item_id, count }) => (
          <li key={item_id}>
            <ItemTile item={catalogue?.byId.get(item_id)} size={TILE_SIZE} />
            {format.exact(count)} × {nameOf(item_id)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The link, copied by one press; where the browser does not allow that, it is selected to be copied by hand. */
function LinkField({ link }: { readonly link: string }) {
  const { t } = useTranslation('referral')
  const field = useRef<HTMLTextAreaElement>(null)
  const copy = async (): Promise<void> => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(link)
      showToast(t('copied'), 'buy')
    } catch {
      showToast(t('select'))
    }
  }
  return (
    <label className={styles['link']}>
      {t('link')}
      <span>
        <textarea ref={field} readOnly rows={2} value={link} onFocus={({ target }) => target.select()} />
        <Button look="accent" onClick={() => void copy()}>
          <IconCopy size={18} stroke={1.6} aria-hidden="true" />
          {t('copy')}
        </Button>
      </span>
    </label>
  )
}

function Players({ referral: { invited_count, rewarded_count, players } }: { readonly referral: Referral }) {
  const { t } = useTranslation('referral')
  const format = useFormat()
  if (invited_count === 0) return <p className={styles['quiet']}>{t('none')}</p>
  return (
    <div>
      <p>{t('invited', { invited: format.exact(invited_count), rewarded: format.exact(rewarded_count) })}</p>
      <ul className={styles['players']}>
        {players.map(({ user_uuid, name, since, is_rewarded }) => (
          <li key={user_uuid}>
            <span>{name}</span>
            <small>
              {t(is_rewarded ? 'rewarded' : 'waiting')} · {t('since', { when: format.dateTime(since) })}
            </small>
          </li>
        ))}
      </ul>
      {invited_count > players.length && (
        <p className={styles['quiet']}>{t('older', { amount: REFERRED_PLAYERS_SHOWN })}</p>
      )}
    </div>
  )
}
