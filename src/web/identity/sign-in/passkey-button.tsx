import type { ComponentProps } from 'react'
import type { AfterSignIn } from '#web/identity/accounts/after-sign-in.ts'
import { type PasskeyStep, signInWithPasskey } from '#web/identity/passkeys/ask-authenticator.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'

/** Signs in with a passkey. Shows below why it failed. */
export function PasskeyButton({
  step,
  afterSignIn,
  ...button
}: Pick<ComponentProps<typeof Button>, 'children' | 'variant' | 'autoFocus'> & {
  /** The step of the sign-in, read on click. */
  step: () => PasskeyStep
  afterSignIn: AfterSignIn
}) {
  const { busy, refusal, send } = useCall(() => signInWithPasskey(step()), { onDone: afterSignIn })
  return (
    <>
      <Button size="large" busy={busy} onClick={() => send()} {...button} />
      {refusal ? <Alert>{refusal}</Alert> : null}
    </>
  )
}
