import { useState } from 'react'
import { accountCalls } from '#contract/accounts/account-calls.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { takeAccount } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { ProfileSection } from './profile-section.tsx'

/** The user's full name, with Save. */
export function NameSection({ name: stored, isAccountName }: { name: string; isAccountName: boolean }) {
  const [name, setName] = useState(stored)
  const { busy, refusal, faults, submit } = useCall(
    (wanted: string) => call(accountCalls.changeName, { body: { name: wanted } }),
    {
      check: (wanted) => (wanted === '' ? { name: m.field_name_missing() } : undefined),
      fields: ['name'],
      onDone: ({ body }, wanted) => {
        setName(wanted)
        takeAccount(body.account, wanted)
        notify(m.profile_name_saved(), 'success')
      },
    },
  )

  return (
    <ProfileSection title={m.profile_name()}>
      <form noValidate className="grid max-w-md gap-4" onSubmit={submit(name.trim())}>
        <Field
          label={m.profile_full_name()}
          autoComplete="name"
          maxLength={200}
          hint={isAccountName ? m.profile_name_hint_owner() : undefined}
          error={faults.name}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {refusal ? <Alert>{refusal}</Alert> : null}
        <Button type="submit" variant="primary" busy={busy} className="justify-self-start">
          {m.profile_save()}
        </Button>
      </form>
    </ProfileSection>
  )
}
