import { type RefObject, useState } from 'react'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import type { Passkey, SignInMethods } from '#contract/accounts/credentials.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { firstFault, useCall } from '#web/platform/site/use-call.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'

/** Asks for a passkey's new name. */
export function RenamePasskeyForm({
  passkey,
  first,
  onRenamed,
}: {
  passkey: Passkey
  /** The field that gets the focus. */
  first: RefObject<HTMLInputElement | null>
  onRenamed: (name: string, methods: SignInMethods) => void
}) {
  const [name, setName] = useState(passkey.name)
  const { busy, refusal, submit } = useCall(
    (wanted: string) =>
      call(credentialCalls.renamePasskey, { params: { id: passkey.id }, body: { name: wanted } }),
    {
      check: (wanted) => (wanted.trim() === '' ? m.field_passkey_name_missing() : undefined),
      sentenceOf: firstFault,
      onDone: ({ body }, wanted) => onRenamed(wanted.trim(), body),
    },
  )

  return (
    <form noValidate className="grid gap-5" onSubmit={submit(name)}>
      <Field
        ref={first}
        label={m.passkeys_name()}
        autoComplete="off"
        maxLength={60}
        value={name}
        error={refusal}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" variant="primary" busy={busy} className="justify-self-end">
        {m.passkeys_save()}
      </Button>
    </form>
  )
}
