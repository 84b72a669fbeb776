import '#shared/ui/styles/fonts.css'
import '#shared/ui/styles/tokens.css'
import '#shared/ui/styles/base.css'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from './app/Providers.tsx'
import { startLoading } from './app/start-loading.ts'
import { runInTasks } from '#shared/timing/run-in-tasks.ts'

// Two turns of their own after the one in which the code was read: a phone has time for a finger in between.
runInTasks(() => startLoading(window.location), draw)

function draw(): void {
  const root = document.querySelector('#root')
  if (root === null) throw new Error('index.html has no #root')
  // As a transition it is drawn a little at a time: whoever presses or scrolls meanwhile need not wait for the end.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Providers />
      </StrictMode>,
    ),
  )
}
