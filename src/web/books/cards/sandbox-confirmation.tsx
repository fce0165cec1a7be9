import { m } from '#messages/generated/messages.js'
import { useCall } from '#web/platform/site/use-call.ts'
import { Button } from '#web/platform/ui/button.tsx'
import type { ConfirmationProps } from './card-provider.ts'
import { useSandboxBank } from './sandbox-bank.tsx'

/** Confirms a charge to the sandbox's bank. */
export default function SandboxConfirmation({ clientSecret, onAnswered }: ConfirmationProps) {
  const { ask, dialog } = useSandboxBank()
  const { busy, send } = useCall(async () => onAnswered(await ask(clientSecret)))
  return (
    <>
      <Button variant="primary" size="large" busy={busy} onClick={() => send()}>
        {m.payment_button()}
      </Button>
      {dialog}
    </>
  )
}
