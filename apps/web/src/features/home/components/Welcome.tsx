import { IconBolt, IconChartLine, IconScale } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SignInLink } from '#shared/auth/SignInLink.tsx'
import { Coin } from '#shared/ui/Coin.tsx'
import styles from './Welcome.module.css'

const REASONS = [
  { key: 'live', Icon: IconBolt },
  { key: 'book', Icon: IconScale },
  { key: 'chart', Icon: IconChartLine },
] as const

/** Depth of the drawn book's levels, in percent: a picture of the product, not data. */
const BUY_DEPTHS = [38, 62, 54, 81, 96] as const
const SELL_DEPTHS = [30, 48, 71, 66, 90] as const

/** What Clutch is, for somebody who has not signed in. */
export function Welcome() {
  const { t } = useTranslation('home')
  return (
    <section className={styles['welcome']}>
      <div>
        <h1 className={styles['title']}>{t('welcome.title')}</h1>
        <p className={styles['lead']}>{t('welcome.lead')}</p>
        <div className={styles['act']}>
          <SignInLink>{t('welcome.sign_in')}</SignInLink>
          <span className={styles['note']}>{t('welcome.note')}</span>
        </div>
      </div>
      <div className={styles['picture']} aria-hidden="true">
        <div className={styles['coins']}>
          <Coin coin="bronze" size={34} />
          <Coin coin="silver" size={44} />
          <Coin coin="gold" size={58} />
          <Coin coin="coin" size={78} />
        </div>
        <div className={styles['levels']}>
          {BUY_DEPTHS.map((depth, level) => (
            <span key={depth} className={styles['buy']} style={{ width: `${depth}%`, gridRow: level + 1 }} />
          ))}
          {SELL_DEPTHS.map((depth, level) => (
            <span key={depth} className={styles['sell']} style={{ width: `${depth}%`, gridRow: level + 1 }} />
          ))}
        </div>
      </div>
      <ul className={styles['reasons']}>
        {REASONS.map(({ key, Icon }) => (
          <li key={key} className={styles['reason']}>
            <Icon size={22} stroke={1.6} aria-hidden="true" />
            <h2>{t(`welcome.${key}.title`)}</h2>
            <p>{t(`welcome.${key}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
