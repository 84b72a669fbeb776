import type { AdminUser } from '@clutch/contract'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/Button.tsx'
import { RadioGroup, RadioOption } from '#shared/ui/RadioGroup.tsx'
import styles from '../AdminPanel.module.css'
import { useSendItemChange } from './use-send-item-change.ts'
import { COINS, findProblem, wholeNumber, type ItemProblem } from '../item-change.ts'
import { FormField, ReasonField } from '../FormField.tsx'
import { ItemIdField } from '../ItemIdField.tsx'

/** Item id and count, or coins, to add or remove (document 2 §2, integration §2). */
export function ItemForm({ user }: { readonly user: AdminUser | undefined }) {
  const { t } = useTranslation('admin')
  const id = useId()
  const [kind, setKind] = useState<'items' | 'coins'>('items')
  const [itemText, setItemText] = useState('')
  const [countText, setCountText] = useState('1')
  const [reason, setReason] = useState('')
  const [found, setFound] = useState<{ readonly problem: ItemProblem | undefined; readonly of: string | undefined }>()
  // A problem found for one player does not apply to the next.
  const problem = found?.of === user?.user_uuid ? found?.problem : undefined
  const { send, isPending } = useSendItemChange()
  const isCoins = kind === 'coins'
  const itemId = wholeNumber(itemText)
  const submit = (isRemoval: boolean) => {
    const missing = findProblem(user, { isCoins, itemText, countText }, isRemoval)
    setFound({ problem: missing, of: user?.user_uuid })
    if (missing !== undefined || user === undefined) return
    send(user, isRemoval, { item_id: isCoins ? COINS : (itemId ?? 0), count: wholeNumber(countText) ?? 0, reason })
  }
  return (
    <form
      noValidate
      className={styles['card']}
      aria-label={t('items.form')}
      onSubmit={(event) => {
        event.preventDefault()
        submit(false)
      }}
    >
      <RadioGroup
        look="pills"
        label={t('items.kind')}
        isLabelHidden
        value={kind}
        onChange={(chosen) => {
          setKind(chosen)
          setFound(undefined)
        }}
      >
        <RadioOption value="items">{t('items.kind_items')}</RadioOption>
        <RadioOption value="coins">{t('items.kind_coins')}</RadioOption>
      </RadioGroup>
      <div className={styles['entries']}>
        {!isCoins && (
          <ItemIdField
            label={t('items.item_id')}
            value={itemText}
            problemId={`${id}-problem`}
            onChange={(text) => {
              setItemText(text)
              setFound(undefined)
            }}
          />
        )}
        <FormField
          label={t('items.count')}
          value={countText}
          isWholeNumber
          problemId={`${id}-problem`}
          onChange={(text) => {
            setCountText(text)
            setFound(undefined)
          }}
        />
        <ReasonField label={t('items.reason')} value={reason} onChange={setReason} />
      </div>
      <p id={`${id}-problem`} role="alert" className={styles['problem']}>
        {problem !== undefined && t(`problem.${problem}`)}
      </p>
      <div className={styles['line']}>
        <Button type="submit" look="accent" isPending={isPending}>
          {t('items.add')}
        </Button>
        <Button look="sell" isPending={isPending} onClick={() => submit(true)}>
          {t('items.remove')}
        </Button>
      </div>
    </form>
  )
}
