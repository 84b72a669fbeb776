import '#shared/ui/styles/fonts.css'
import '#shared/ui/styles/tokens.css'
import '#shared/ui/styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from './app/Providers.tsx'
import { startLoading } from './app/start-loading.ts'

startLoading(window.location)

const root = document.querySelector('#root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <Providers />
  </StrictMode>,
)
