import { create } from 'zustand'

export type SidePanelName = 'chat' | 'social'

const useStore = create<{ readonly open: SidePanelName | undefined }>()(() => ({ open: undefined }))

/** Which panel stands open at the right edge; one at most. */
export function useOpenPanel(): SidePanelName | undefined {
  return useStore(({ open }) => open)
}

export function openPanel(open: SidePanelName | undefined): void {
  useStore.setState({ open })
}
