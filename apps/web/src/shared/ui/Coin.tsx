import type { PriceCurrency } from '@clutch/contract/constants'
import styles from './Coin.module.css'

interface CoinProps {
  readonly coin: PriceCurrency
  readonly size?: number
}

/** A coin icon. Decorative: the text around it names the currency. */
export function Coin({ coin, size = 16 }: CoinProps) {
  return (
    <svg className={styles[coin]} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="7.25" fill="currentColor" />
      <circle cx="8" cy="8" r="5.4" fill="none" stroke="oklch(0.2 0.03 60 / 0.45)" strokeWidth="1" />
      {coin === 'coin' ? <Egg /> : <path d={MARKS[coin]} fill="oklch(0.2 0.03 60 / 0.72)" />}
      <path d="M3.4 6.1A5 5 0 0 1 7 3.1" fill="none" stroke="oklch(1 0 0 / 0.55)" strokeLinecap="round" />
    </svg>
  )
}

/** Chevrons show the rank, so that the coins differ by shape as well as by colour. */
const MARKS = {
  bronze: 'M8 5.6 11 9.300H9.300L8 7.700 6.700 9.300H5z',
  silver: 'M8 4.400 11 8H9.300L8 6.400 6.700 8H5zM8 7.700l3 3.600H9.300L8 9.700l-1.300 1.600H5z',
  gold: 'M8 3.600 9.250 6.300l2.950.350-2.180 2.020.580 2.920L8 10.140l-2.600 1.450.580-2.920L3.800 6.650l2.950-.350z',
} as const

function Egg() {
  return (
    <path
      d="M8 4c1.700 0 3.100 2.500 3.100 4.700 0 2-1.350 3.300-3.100 3.300s-3.100-1.300-3.100-3.300C4.900 6.500 6.300 4 8 4Z"
      fill="oklch(0.97 0.02 85)"
    />
  )
}
