import { m } from '#messages/generated/messages.js'
import { useSandboxBank } from '#web/billing/sandbox-bank.tsx'
import { Button } from '#web/ui/button.tsx'
import type { ConfirmationProps } from './confirmation.ts'

/** The sandbox's bank asks about a charge. */
export default function ConfirmWithSandbox({ clientSecret, onAnswered }: ConfirmationProps) {
  const { ask, dialog } = useSandboxBank()
  return (
    <>
      <Button
        variant="primary"
        size="large"
        className="justify-self-start"
        onClick={async () => onAnswered(await ask(clientSecret))}
      >
        {m.wizard_action_button()}
      </Button>
      {dialog}
    </>
  )
}
