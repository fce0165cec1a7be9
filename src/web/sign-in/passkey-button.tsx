import { type ComponentProps, useState } from 'react'
import { useAfterSignIn } from '#web/accounts/after-sign-in.ts'
import { type PasskeyStep, signInWithPasskey } from '#web/passkeys/passkey-sign-in.ts'
import { CallProblem } from '#web/site/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

/** Signs in with a passkey at a click, and says below why nothing came of it. */
export function PasskeyButton({
  step,
  ...button
}: Pick<ComponentProps<typeof Button>, 'children' | 'variant' | 'autoFocus'> & {
  /** What it is for; asked when it is clicked. */
  step: () => PasskeyStep
}) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const afterSignIn = useAfterSignIn()

  const signIn = async () => {
    setBusy(true)
    setRefusal(undefined)
    const reply = await signInWithPasskey(step())
    const refused =
      typeof reply === 'string'
        ? reply
        : reply instanceof CallProblem
          ? reply.detail
          : await afterSignIn(reply)
    setBusy(false)
    setRefusal(refused)
  }

  return (
    <>
      <Button size="large" busy={busy} onClick={signIn} {...button} />
      {refusal ? <Alert>{refusal}</Alert> : null}
    </>
  )
}
