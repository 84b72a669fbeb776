import { IconLoader2 } from '@tabler/icons-react'
import { createPortal } from 'react-dom'
import styles from './BlockingLoader.module.css'

/** Covers the page while a call runs, and says which (document 2 §2). */
export function BlockingLoader({ message }: { readonly message: string }) {
  return createPortal(
    <div className={styles['overlay']}>
      <output className={styles['box']}>
        <IconLoader2 size={22} stroke={1.8} aria-hidden="true" className={styles['spinner']} />
        {message}
      </output>
    </div>,
    document.body,
  )
}
