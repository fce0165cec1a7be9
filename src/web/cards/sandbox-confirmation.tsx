import { useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import type { ConfirmationProps } from './card-provider.ts'
import { useSandboxBank } from './sandbox-bank.tsx'

/** Confirms a charge to the sandbox's bank. */
export default function SandboxConfirmation({ clientSecret, onAnswered }: ConfirmationProps) {
  const { ask, dialog } = useSandboxBank()
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    await onAnswered(await ask(clientSecret))
    setBusy(false)
  }
  return (
    <>
      <Button variant="primary" size="large" busy={busy} onClick={confirm}>
        {m.payment_button()}
      </Button>
      {dialog}
    </>
  )
}
