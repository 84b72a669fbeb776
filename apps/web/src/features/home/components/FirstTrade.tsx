import { Suspense, useEffect } from 'react'
import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import { usePersistedChoice } from '#shared/production/use-persisted-choice.ts'
import { useFirstSteps } from '../api/first-steps.ts'
import { STEPS, stepsDone } from '../model/first-trade.ts'
import styles from './FirstTradeGuide.module.css'

const FirstTradeGuide = lazyChunk(async () => (await import('./FirstTradeGuide.tsx')).FirstTradeGuide)

/** The guide to a first trade, until it is closed. Who knows the way already never sees it. */
export function FirstTrade() {
  const [state, setState] = usePersistedChoice('first-trade-guide', ['new', 'begun', 'closed'])
  return state === 'closed' ? null : <Open state={state} onState={setState} />
}

interface OpenProps {
  readonly state: 'new' | 'begun'
  readonly onState: (state: 'begun' | 'closed') => void
}

function Open({ state, onState }: OpenProps) {
  const steps = useFirstSteps()
  const done = steps && stepsDone(steps)
  const isAllDone = done?.size === STEPS.length
  useEffect(() => {
    if (state === 'new' && done) onState(isAllDone ? 'closed' : 'begun')
  })
  if (done === undefined) return <Place />
  if (done === null || (state === 'new' && isAllDone)) return null
  return (
    <Suspense fallback={<Place />}>
      <FirstTradeGuide done={done} onClose={() => onState('closed')} />
    </Suspense>
  )
}

/** Where the guide will stand, so that nothing moves when it comes. */
function Place() {
  return <div className={styles['place']} aria-hidden="true" />
}
