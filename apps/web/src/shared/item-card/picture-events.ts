/** Attribute of every item picture, with the item's id. */
const PICTURE = 'data-item'
/** Attribute of an open card. */
export const CARD = 'data-item-card'

const HOVER_MS = 150
/** Longer: the focus also passes pictures on its way elsewhere. */
const FOCUS_MS = 700
const LONG_PRESS_MS = 500
/** Long enough to move from the picture to its card. */
const LEAVE_MS = 160
/** A finger that moves further scrolls. */
const MOVE_MAX_PX = 10

/** The picture whose card is open, and its item. */
export interface ShownItem {
  readonly anchor: Element
  readonly itemId: number
}

/**
 * Watches the page's item pictures: hovering one, focusing the link around it, or a long press opens its card. Pages
 * have hundreds of pictures, so the document listens instead of each of them.
 * @param show called with the picture whose card to open, or null to close it
 * @returns stops watching
 */
export function watchPictures(show: (shown: ShownItem | null) => void): () => void {
  const abort = new AbortController()
  const { signal } = abort
  let timer: ReturnType<typeof setTimeout> | undefined
  let shown: ShownItem | null = null
  let press: { readonly x: number; readonly y: number } | undefined
  let isLongPress = false

  const change = (next: ShownItem | null) => {
    clearTimeout(timer)
    if (shown === next) return
    shown = next
    show(next)
  }
  const changeLater = (next: ShownItem | null, delayMs: number) => {
    clearTimeout(timer)
    if (next?.anchor === shown?.anchor) return
    timer = setTimeout(() => change(next), delayMs)
  }
  const onHover = (target: EventTarget | null) => {
    if (isInCard(target)) clearTimeout(timer)
    else {
      const found = findPicture(target)
      changeLater(found, found === null ? LEAVE_MS : HOVER_MS)
    }
  }

  const listen = <Name extends keyof DocumentEventMap>(name: Name, handle: (event: DocumentEventMap[Name]) => void) =>
    document.addEventListener(name, handle, { capture: true, signal })

  listen('pointerover', ({ pointerType, target }) => {
    if (pointerType !== 'touch') onHover(target)
  })
  listen('pointerdown', ({ pointerType, target, clientX: x, clientY: y }) => {
    isLongPress = false
    if (isInCard(target)) return
    change(null)
    const found = pointerType === 'touch' ? findPicture(target) : null
    if (found === null) return
    press = { x, y }
    timer = setTimeout(() => {
      isLongPress = true
      change(found)
    }, LONG_PRESS_MS)
  })
  listen('pointermove', ({ clientX, clientY }) => {
    if (press !== undefined && Math.hypot(clientX - press.x, clientY - press.y) > MOVE_MAX_PX) endPress()
  })
  listen('pointerup', endPress)
  listen('pointercancel', endPress)
  // The browser's own menu of a link would cover the card, and lifting the finger would follow the link.
  listen('contextmenu', (event) => {
    if (press !== undefined || isLongPress) event.preventDefault()
  })
  listen('click', (event) => {
    if (isInCard(event.target)) {
      if (event.target instanceof Element && event.target.closest('a') !== null) change(null)
      return
    }
    if (!isLongPress) return
    isLongPress = false
    event.preventDefault()
    event.stopPropagation()
  })
  listen('focusin', ({ target }) => {
    if (!(target instanceof HTMLAnchorElement) || !target.matches(':focus-visible') || isInCard(target)) return
    const found = findPicture(target.querySelector(`[${PICTURE}]`) ?? target)
    if (found !== null) changeLater(found, FOCUS_MS)
  })
  listen('focusout', ({ relatedTarget }) => {
    if (relatedTarget !== null && !isInCard(relatedTarget)) change(null)
  })
  listen('keydown', (event) => {
    // Escape closes the card only, and not the dialog below it.
    if (event.key === 'Escape' && shown !== null) event.stopPropagation()
    change(null)
  })
  // The picture moves away from its card.
  listen('scroll', ({ target }) => {
    if (!isInCard(target)) change(null)
  })
  window.addEventListener('popstate', () => change(null), { signal })
  onHover(document.querySelector(`[${PICTURE}]:hover`))
  return () => {
    clearTimeout(timer)
    abort.abort()
  }

  function endPress() {
    if (press !== undefined && !isLongPress) clearTimeout(timer)
    press = undefined
  }
}

function findPicture(target: EventTarget | null): ShownItem | null {
  const anchor = target instanceof Element ? target.closest(`[${PICTURE}]`) : null
  const itemId = Number(anchor?.getAttribute(PICTURE))
  return anchor !== null && itemId > 0 ? { anchor, itemId } : null
}

function isInCard(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`[${CARD}]`) !== null
}
