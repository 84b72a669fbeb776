import { COIN_RATES } from '@clutch/contract/constants'
import { IconArrowRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseAmount } from '#shared/format/parse-amount.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { AmountInput } from '#shared/ui/AmountInput.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { Coin } from '#shared/ui/Coin.tsx'
import { useExchange } from '../hooks/use-exchange.ts'
import { convert, type Conversion } from '../model/conversion.ts'
import styles from './ConversionCard.module.css'

interface ConversionCardProps {
  readonly conversion: Conversion
  /** Of what is given; undefined while it is not known. */
  readonly owned: number | undefined
}

/** One way of one store coin: how much to give, and exactly what one gets. */
export function ConversionCard({ conversion, owned }: ConversionCardProps) {
  const { t } = useTranslation(['exchange', 'shell'])
  const format = useFormat()
  const id = useId()
  const [text, setText] = useState('')
  const { exchange, isPending } = useExchange(conversion)
  const { direction, coin } = conversion
  const [given, got] = direction === 'from_steam' ? ([coin, 'coin'] as const) : (['coin', coin] as const)
  const amount = parseAmount(text)
  const { result, rest, problem } = convert(conversion, text, amount, owned)
  const alert = alertOf()
  return (
    <form
      className={styles['card']}
      aria-labelledby={`${id}-title`}
      onSubmit={(event) => {
        event.preventDefault()
        if (problem === undefined && !isPending) exchange(amount, () => setText(''))
      }}
    >
      <h3 id={`${id}-title`} className={styles['title']}>
        <span className={styles['coin']}>
          <Coin coin={given} size={20} />
          {t(`coin.${given}`)}
        </span>
        <IconArrowRight size={16} aria-hidden="true" />
        <span className="visually-hidden">{t('into')}</span>
        <span className={styles['coin']}>
          <Coin coin={got} size={20} />
          {t(`coin.${got}`)}
        </span>
      </h3>
      <p className={styles['facts']}>
        {t('rate', { amount: format.exact(COIN_RATES[coin]), coin: t(`coin.${coin}`) })}
      </p>
      <label className={styles['field']}>
        <span>{t('amount')}</span>
        <AmountInput
          text={text}
          aria-describedby={`${id}-result`}
          aria-invalid={alert !== undefined}
          onText={setText}
        />
      </label>
      <p className={styles['facts']}>
        {owned === undefined ? t('owned_unknown') : t('owned', { amount: format.exact(owned) })}
        {owned !== undefined && owned > 0 && (
          <button type="button" className={styles['all']} onClick={() => setText(format.field(owned))}>
            {t('all')}
          </button>
        )}
      </p>
      <p id={`${id}-result`} className={styles['result']} aria-live="polite">
        {t('get', { amount: format.exact(result), coin: t(`coin.${got}`) })}
        {rest > 0 && result > 0 && <span className={styles['rest']}>{t('rest', { amount: format.exact(rest) })}</span>}
      </p>
      {alert !== undefined && (
        <p className={styles['alert']} role="alert">
          {alert}
        </p>
      )}
      <Button type="submit" look="accent" disabled={problem !== undefined} isPending={isPending}>
        {t('convert')}
      </Button>
    </form>
  )

  function alertOf(): string | undefined {
    if (problem === 'too_much' && owned !== undefined) return t(`not_enough.${given}`)
    if (problem === 'unclear') return t('shell:amount.unclear')
    return problem === 'too_small' ? t('too_small', { amount: format.exact(COIN_RATES[coin]) }) : undefined
  }
}
