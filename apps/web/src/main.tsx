import '#shared/ui/styles/fonts.css'
import '#shared/ui/styles/tokens.css'
import '#shared/ui/styles/base.css'
import '#shared/ui/styles/contrast.css'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from './app/Providers.tsx'
import { startLoading } from './app/start-loading.ts'
import { runInTasks } from '#shared/timing/run-in-tasks.ts'

// In two tasks, apart from the one that evaluated the code, so that input can be handled in between.
runInTasks(() => startLoading(window.location), draw)

function draw(): void {
  const root = document.querySelector('#root')
  if (root === null) throw new Error('index.html has no #root')
  // As a transition, rendering is interruptible and input stays responsive.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Providers />
      </StrictMode>,
    ),
  )
}
