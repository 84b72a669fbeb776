import type { ReactNode } from 'react'
import { isFramed } from '../embedding/frame.ts'
import { useFramedSignIn } from '../embedding/use-framed-sign-in.ts'
import buttons from '../ui/Button.module.css'
import { classNames } from '../ui/class-names.ts'
import { signInAddress } from './invite.ts'
import { persistReturnAddress } from './return-address.ts'

const LOOK = classNames(buttons['button'], buttons['accent'])

/** Links to the platform's sign-in. Since that refuses to be framed, a framed app opens it in a window. */
export function SignInLink({ children }: { readonly children: ReactNode }) {
  if (isFramed()) return <FramedSignInLink>{children}</FramedSignInLink>
  return (
    <a href={signInAddress()} className={LOOK} onClick={() => persistReturnAddress(window.location)}>
      {children}
    </a>
  )
}

function FramedSignInLink({ children }: { readonly children: ReactNode }) {
  const signIn = useFramedSignIn(signInAddress())
  return (
    <a href={signInAddress()} className={LOOK} target="_blank" rel="noopener" onClick={signIn}>
      {children}
    </a>
  )
}
