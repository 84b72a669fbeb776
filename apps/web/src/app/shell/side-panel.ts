import { create } from 'zustand'

const useStore = create<{ readonly isChatOpen: boolean }>()(() => ({ isChatOpen: false }))

/** Whether the chat panel is open. */
export function useChatOpen(): boolean {
  return useStore(({ isChatOpen }) => isChatOpen)
}

export function setChatOpen(isChatOpen: boolean): void {
  useStore.setState({ isChatOpen })
}
