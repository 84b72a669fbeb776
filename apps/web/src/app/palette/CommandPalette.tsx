import { IconArrowRight, IconBolt, IconFileText, IconHammer } from '@tabler/icons-react'
import { useDeferredValue, useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { pressedKey } from '#shared/ui/keyboard.ts'
import { Modal } from '#shared/ui/Modal.tsx'
import styles from './CommandPalette.module.css'
import { findEntries, GROUPS, type Entry } from './palette-entries.ts'
import { usePaletteEntries } from './use-palette-entries.ts'

const TILE_SIZE = 24
const ICONS = { pages: IconFileText, items: IconArrowRight, recipes: IconHammer, actions: IconBolt } as const
const NO_ITEMS = { byId: new Map<number, never>(), items: [] }

/** Finds pages, items, recipes and actions by name, in any language. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const listId = useId()
  const { data: catalogue } = useCatalogue()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const [isEntered, setEntered] = useState(false)
  const { entries, isLoading } = usePaletteEntries()
  const listed = useDeferredValue(query)
  const found = findEntries(entries, listed, catalogue ?? NO_ITEMS)
  const active = found[Math.min(at, found.length - 1)]
  const choose = (entry: Entry) => {
    onClose()
    entry.run()
  }
  const enter = () => {
    // A fast typist is ahead of the deferred list; Enter applies to what is typed.
    const meant = listed === query ? active : findEntries(entries, query, catalogue ?? NO_ITEMS)[0]
    if (meant !== undefined) choose(meant)
    return meant !== undefined
  }
  // Enter pressed before the names in the typed language are loaded opens the match once there is one.
  const enterLate = useEffectEvent(enter)
  useEffect(() => {
    if (isEntered && found.length > 0) enterLate()
  }, [isEntered, found.length])
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
  const handleKey = (event: KeyboardEvent) => {
    const key = pressedKey(event)
    const step = steps[key]
    if (step !== undefined) setAt((found.length + Math.min(at, found.length - 1) + step) % Math.max(1, found.length))
    else if (key === 'Enter') setEntered(!enter())
    else return
    event.preventDefault()
  }
  return (
    <Modal title={t('palette.title')} isOpen onClose={onClose}>
      <input
        type="text"
        role="combobox"
        className={styles['input']}
        data-initial-focus
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.placeholder')}
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active === undefined ? undefined : `${listId}-${active.key}`}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={({ target }) => {
          setQuery(target.value)
          setAt(0)
          setEntered(false)
        }}
        onKeyDown={handleKey}
      />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native list cannot be narrowed by typing */}
      <div id={listId} role="listbox" aria-label={t('palette.title')} className={styles['list']}>
        {GROUPS.map((group) => {
          const inGroup = found.filter((entry) => entry.group === group)
          if (inGroup.length === 0) return null
          return (
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native group has no place in a list of our own
            <div key={group} role="group" aria-label={t(`palette.${group}`)}>
              <p className={styles['group']} aria-hidden="true">
                {t(`palette.${group}`)}
              </p>
              {inGroup.map((entry) => (
                <Line
                  key={entry.key}
                  id={`${listId}-${entry.key}`}
                  entry={entry}
                  isActive={entry === active}
                  onChoose={() => choose(entry)}
                />
              ))}
            </div>
          )
        })}
        {found.length === 0 && <p className={styles['none']}>{isLoading ? t('state.loading') : t('palette.none')}</p>}
      </div>
    </Modal>
  )
}

interface LineProps {
  readonly id: string
  readonly entry: Entry
  readonly isActive: boolean
  readonly onChoose: () => void
}

function Line({ id, entry, isActive, onChoose }: LineProps) {
  const { data: catalogue } = useCatalogue()
  const Icon = ICONS[entry.group]
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- focus stays in the input, which handles the keys
    <div
      id={id}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' })
      }}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native option has no place in a list of our own
      role="option"
      aria-selected={isActive}
      className={styles['line']}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {entry.itemId === undefined ? (
        <Icon size={18} stroke={1.6} aria-hidden="true" />
      ) : (
        <ItemTile item={catalogue?.byId.get(entry.itemId)} size={TILE_SIZE} />
      )}
      {entry.name}
    </div>
  )
}
