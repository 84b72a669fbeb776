import type { Invitation, Trade } from '@clutch/contract'
import { create } from 'zustand'
import { localStore } from '#shared/storage/browser-storage.ts'
import { isOvertaken } from './open-trades.ts'

export const SOCIAL_TABS = ['friends', 'invitations', 'search', 'trades'] as const
export type SocialTab = (typeof SOCIAL_TABS)[number]

const TAB_KEY = 'social-tab'

interface SocialView {
  readonly isOpen: boolean
  readonly tab: SocialTab
  /** The panel has just opened: the tab where something waits comes first. */
  readonly isTabDue: boolean
  /** The trade whose popup is open, as it was last heard of; it stays when it has ended. */
  readonly trade: Trade | undefined
}

const useStore = create<SocialView>()(() => ({
  isOpen: false,
  tab: savedTab(),
  isTabDue: false,
  trade: undefined,
}))

export function useSocialView(): SocialView {
  return useStore()
}

export function setPanelOpen(isOpen: boolean): void {
  useStore.setState({ isOpen, isTabDue: isOpen })
}

/** The tab is remembered for the next visit. */
export function chooseTab(tab: SocialTab): void {
  localStore.setItem(TAB_KEY, tab)
  useStore.setState({ tab, isTabDue: false })
}

/** Shows the tab where something waits, once per opening, unless the player has chosen one meanwhile. */
export function showWaitingTab(invitations: readonly Invitation[], trades: readonly Trade[]): void {
  const isInvited = invitations.some(({ direction }) => direction === 'in')
  const waiting = isInvited ? 'invitations' : trades.length > 0 ? 'trades' : undefined
  useStore.setState(({ tab, isTabDue }) => (isTabDue ? { tab: waiting ?? tab, isTabDue: false } : {}))
}

/** Shows a trade in place of the panel. */
export function openTrade(trade: Trade): void {
  useStore.setState({ trade, isOpen: false })
}

export function closeTrade(): void {
  useStore.setState({ trade: undefined })
}

export function shownTrade(): Trade | undefined {
  return useStore.getState().trade
}

/** Takes in a trade, if its popup is open. A state that is older than the one shown is passed over. */
export function updateShownTrade(trade: Trade): void {
  useStore.setState(({ trade: shown }) => (shown?.id !== trade.id || isOvertaken(trade, [shown]) ? {} : { trade }))
}

function savedTab(): SocialTab {
  const saved = localStore.getItem(TAB_KEY)
  return SOCIAL_TABS.find((tab) => tab === saved) ?? 'friends'
}
