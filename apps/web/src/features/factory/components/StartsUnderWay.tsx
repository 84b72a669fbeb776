import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { useStartsUnderWay } from '../api/start-factory.ts'
import styles from './StartsUnderWay.module.css'

/** How many starts were pressed and are not answered yet. */
export function StartsUnderWay() {
  const { t } = useTranslation('factory')
  const format = useFormat()
  const count = useStartsUnderWay()
  return (
    <output className={styles['sending']}>{count > 0 && t('sending', { count, amount: format.exact(count) })}</output>
  )
}
