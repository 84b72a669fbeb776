import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useCoins } from '#shared/live/live-store.ts'
import { CountStepper } from '#shared/production/CountStepper.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { Price } from '#shared/ui/Price.tsx'
import type { RentCommands } from '../hooks/use-rent-commands.ts'
import type { Rentable } from '../model/salary.ts'
import styles from './RentDialog.module.css'
import { RadioGroup, RadioOption } from '#shared/ui/RadioGroup.tsx'

const PICTURE_SIZE = 32

/** What the shop of a rented item sells; the popup stays open, for who buys one thing may buy another. */
export function BuyForm({ rentable, commands }: { readonly rentable: Rentable; readonly commands: RentCommands }) {
  const { t } = useTranslation('rent')
  const nameOf = useItemName()
  const { data: catalogue } = useCatalogue()
  const coins = useCoins() ?? 0
  const { shop_items, item_id: rentId } = rentable.config
  const [chosenId, setChosenId] = useState(shop_items[0]?.item_id)
  const [count, setCount] = useState(1)
  const offer = shop_items.find(({ item_id }) => item_id === chosenId)
  if (offer === undefined) return null
  const most = Math.floor(coins / offer.price)
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (count >= 1 && count <= most) commands.buy(rentId, offer.item_id, count, () => setCount(1))
      }}
    >
      <RadioGroup
        label={t('shop.title')}
        isLabelHidden
        value={offer.item_id}
        onChange={(itemId) => {
          setChosenId(itemId)
          setCount(1)
        }}
      >
        {shop_items.map(({ item_id, price }) => (
          <RadioOption key={item_id} value={item_id} className={styles['offer']}>
            <ItemTile item={catalogue?.byId.get(item_id)} size={PICTURE_SIZE} />
            <span className={styles['offerName']}>{nameOf(item_id)}</span>
            <Price coins={price} isExact />
          </RadioOption>
        ))}
      </RadioGroup>
      <CountStepper label={t('count')} value={count} max={Math.max(1, most)} onChange={setCount} />
      <p>
        {t('shop.total')} <Price coins={offer.price * count} isExact />
      </p>
      {most < 1 && <p className={styles['warning']}>{t('shop.too_dear')}</p>}
      <Button
        type="submit"
        look="accent"
        disabled={count < 1 || count > most}
        isPending={commands.running !== undefined}
      >
        {t('act.buy')}
      </Button>
    </form>
  )
}
