import { m } from '#messages/generated/messages.js'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'

/** A new secret, shown once. */
export function SecretShown({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <div className="grid gap-5">
      <Field
        label={m.webhooks_secret()}
        hint={m.webhooks_secret_hint()}
        value={secret}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <Button variant="primary" className="justify-self-end" onClick={onClose}>
        {m.close()}
      </Button>
    </div>
  )
}
