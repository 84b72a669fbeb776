import { IconBackpack, IconBuildingStore, IconReceipt, IconTags } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnLots } from '#shared/account/own-lots.ts'
import { useProfile } from '#shared/account/profile.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useCoins, useInventory } from '#shared/live/live-store.ts'
import { Coin } from '#shared/ui/Coin.tsx'
import styles from './Dashboard.module.css'

const PLACES = [
  { to: '/marketplace/market', key: 'market', Icon: IconBuildingStore },
  { to: '/marketplace/my-listings', key: 'my_listings', Icon: IconTags },
  { to: '/marketplace/history', key: 'history', Icon: IconReceipt },
  { to: '/inventory/page', key: 'inventory', Icon: IconBackpack },
] as const

/** The signed-in player's start: what one owns, what one has on the market, where to go. */
export function Dashboard() {
  const { t } = useTranslation('home')
  const format = useFormat()
  const { data: profile } = useProfile()
  const { data: own } = useOwnLots()
  const coins = useCoins()
  const inventory = useInventory()
  const worth = coins === undefined ? undefined : format.denominated(coins)
  return (
    <section className={styles['dashboard']}>
      <h1 className={styles['title']}>
        {profile === undefined ? t('dashboard.hello') : t('dashboard.hello_name', { name: profile.name })}
      </h1>
      <dl className={styles['figures']}>
        <Figure to="/marketplace/exchange" label={t('dashboard.wallet')}>
          {coins !== undefined && (
            <>
              <Coin coin="coin" size={26} />
              {format.exact(coins)}
            </>
          )}
          {worth !== undefined && (
            <span className={styles['worth']}>
              <Coin coin={worth.coin} size={16} />
              {worth.text}
            </span>
          )}
        </Figure>
        <Figure to="/marketplace/my-listings" label={t('dashboard.open_lots')}>
          {own !== undefined && format.exact(own.lots.length)}
        </Figure>
        <Figure to="/inventory/page" label={t('dashboard.kinds')}>
          {format.exact(inventory.size)}
        </Figure>
      </dl>
      <ul className={styles['places']}>
        {PLACES.map(({ to, key, Icon }) => (
          <li key={to}>
            <Link to={to} className={styles['place']}>
              <Icon size={26} stroke={1.5} aria-hidden="true" />
              <span className={styles['name']}>{t(`dashboard.places.${key}.name`)}</span>
              <span className={styles['hint']}>{t(`dashboard.places.${key}.hint`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface FigureProps {
  /** The page with the details. */
  readonly to: NonNullable<LinkProps['to']>
  readonly label: string
  readonly children: ReactNode
}

function Figure({ to, label, children }: FigureProps) {
  return (
    <div className={styles['figure']}>
      <dt>
        <Link to={to} className={styles['details']}>
          {label}
        </Link>
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
