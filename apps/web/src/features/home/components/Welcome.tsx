import { IconBolt, IconChartLine, IconScale } from '@tabler/icons-react'
import { Link, useSearch, type LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Backdrop } from '#shared/art/Backdrop.tsx'
import type { Land } from '#shared/art/scene.ts'
import { SignInLink } from '#shared/auth/SignInLink.tsx'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useActivity } from '#shared/market/activity.ts'
import { Busiest } from './MarketLists.tsx'
import { ProductPreview } from './ProductPreview.tsx'
import styles from './Welcome.module.css'

const HERO_HEIGHT = 300
const PICTURE_HEIGHT = 260

/** What one can do, each with the page that it leads to and its picture; the motif is the game's item of that tag. */
const DEEDS = [
  { key: 'trade', to: '/marketplace/market', seed: 4, lands: ['waves'], motif: 'family:gem' },
  { key: 'make', to: '/craft/receipts', seed: 5, lands: ['peaks'], motif: 'family:ingot' },
  { key: 'harvest', to: '/harvest/receipts', seed: 2, lands: ['pines'], motif: 'family:herb' },
  { key: 'together', to: '/rent', seed: 1, lands: ['hills'], motif: 'family:creature' },
] as const satisfies readonly {
  readonly key: string
  readonly to: NonNullable<LinkProps['to']>
  readonly seed: number
  readonly lands: readonly Land[]
  readonly motif: string
}[]

const REASONS = [
  { key: 'live', Icon: IconBolt },
  { key: 'book', Icon: IconScale },
  { key: 'chart', Icon: IconChartLine },
] as const

/** Why a sign-in failed, where that is more than that the platform did not confirm it. */
const SIGN_IN_FAILURES = ['sign_in_expired', 'platform_unavailable', 'platform_unexpected'] as const

/** Introduces Clutch to anonymous visitors: the product itself, what one can do, and figures of this world. */
export function Welcome() {
  const { t } = useTranslation(['home', 'errors'])
  // The server redirects a browser here whose sign-in failed, with the reason.
  const search: { sign_in?: string; reason?: string } = useSearch({ strict: false })
  const reason = SIGN_IN_FAILURES.find((each) => each === search.reason)
  return (
    <div className={styles['welcome']}>
      <section className={styles['hero']}>
        <Backdrop seed={0} height={HERO_HEIGHT} lands={['hills']} className={styles['scenery']} />
        <div>
          <h1 className={styles['title']}>{t('welcome.title')}</h1>
          <p className={styles['lead']}>{t('welcome.lead')}</p>
          {search.sign_in === 'failed' && (
            <p className={styles['failed']} role="alert">
              {reason === undefined ? t('welcome.failed') : t(`errors:${reason}`)}
            </p>
          )}
          <div className={styles['act']}>
            <SignInLink>{t('welcome.sign_in')}</SignInLink>
            <Link to="/marketplace/market" className={styles['look']}>
              {t('welcome.look')}
            </Link>
          </div>
          <p className={styles['note']}>{t('welcome.note')}</p>
          <WorldFigures />
        </div>
        <ProductPreview />
      </section>
      <Deeds />
      <section className={styles['facts']}>
        <Busiest />
        <ul className={styles['reasons']}>
          {REASONS.map(({ key, Icon }) => (
            <li key={key} className={styles['reason']}>
              <Icon size={22} stroke={1.6} aria-hidden="true" />
              <div>
                <h2>{t(`welcome.${key}.title`)}</h2>
                <p>{t(`welcome.${key}.text`)}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

/** What this world's market did in 24 hours; nothing where it did nothing. */
function WorldFigures() {
  const { t } = useTranslation('home')
  const format = useFormat()
  const { data } = useActivity()
  const traded = (data ?? []).filter(({ volume }) => volume > 0)
  const units = traded.reduce((sum, { volume }) => sum + volume, 0)
  const coins = traded.reduce((sum, { turnover }) => sum + turnover, 0)
  if (data !== undefined && units === 0) return null
  const figures = [
    { key: 'units', text: format.price(units), exact: format.exact(units) },
    { key: 'coins', text: format.price(coins), exact: format.exact(coins) },
    { key: 'kinds', text: format.exact(traded.length), exact: '' },
  ] as const
  return (
    <dl className={styles['figures']}>
      {figures.map(({ key, text, exact }) => (
        <div key={key}>
          <dt>{t(`world.${key}`)}</dt>
          <dd title={exact}>{data === undefined ? ' ' : text}</dd>
        </div>
      ))}
    </dl>
  )
}

function Deeds() {
  const { t } = useTranslation('home')
  const { data: catalogue } = useCatalogue()
  const motifOf = (tag: string) => catalogue?.items.find(({ Tags }) => Tags.includes(tag))?.IconUrl
  return (
    <ul className={styles['deeds']}>
      {DEEDS.map(({ key, to, seed, lands, motif }) => (
        <li key={key} className={styles['deed']}>
          <div className={styles['picture']}>
            <Backdrop seed={seed} height={PICTURE_HEIGHT} lands={lands} motif={motifOf(motif)} />
          </div>
          <h2>
            <Link to={to} className={styles['place']}>
              {t(`deeds.${key}.title`)}
            </Link>
          </h2>
          <p>{t(`deeds.${key}.text`)}</p>
        </li>
      ))}
    </ul>
  )
}
