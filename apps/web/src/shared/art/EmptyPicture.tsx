import {
  IconBackpack,
  IconBell,
  IconBook2,
  IconDice5,
  IconHammer,
  IconMessages,
  IconPlant2,
  IconScale,
  IconSearch,
  IconUsers,
} from '@tabler/icons-react'
import { Backdrop } from './Backdrop.tsx'
import styles from './EmptyPicture.module.css'

/** What a list shows once it is not empty any more. */
const SUBJECTS = {
  belongings: { seed: 1, land: 'fields', Icon: IconBackpack },
  games: { seed: 8, land: 'peaks', Icon: IconDice5 },
  harvests: { seed: 2, land: 'pines', Icon: IconPlant2 },
  history: { seed: 13, land: 'hills', Icon: IconBook2 },
  market: { seed: 10, land: 'hills', Icon: IconScale },
  messages: { seed: 4, land: 'waves', Icon: IconMessages },
  news: { seed: 7, land: 'peaks', Icon: IconBell },
  people: { seed: 12, land: 'pines', Icon: IconUsers },
  search: { seed: 3, land: 'waves', Icon: IconSearch },
  work: { seed: 5, land: 'peaks', Icon: IconHammer },
} as const

export type EmptySubject = keyof typeof SUBJECTS

/** Height in the units of a scene, which is 640 wide. */
const HEIGHT = 320

/** The picture of an empty list: a landscape that fades out, and a sign of what belongs there. */
export function EmptyPicture({ subject }: { readonly subject: EmptySubject }) {
  const { seed, land, Icon } = SUBJECTS[subject]
  return (
    <div className={styles['picture']} aria-hidden="true">
      <Backdrop seed={seed} height={HEIGHT} lands={[land]} />
      <Icon className={styles['sign']} size={56} stroke={1.5} />
    </div>
  )
}
