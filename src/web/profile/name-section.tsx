import { type FormEvent, useState } from 'react'
import { accountCalls } from '#contract/accounts/account-calls.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem, call } from '#web/site/api.ts'
import { takeAccount } from '#web/site/take-account.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { notify } from '#web/ui/notifications-store.ts'
import { ProfileSection } from './profile-section.tsx'

/** The user's full name, with Save. */
export function NameSection({ name: stored, isAccountName }: { name: string; isAccountName: boolean }) {
  const [name, setName] = useState(stored)
  const [fault, setFault] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)

  const save = async () => {
    const wanted = name.trim()
    const reply = await call(accountCalls.changeName, { body: { name: wanted } })
    if (reply instanceof CallProblem) {
      setFault(reply.errors.name)
      setRefusal(reply.errors.name ? undefined : reply.detail)
      return
    }
    setName(wanted)
    takeAccount(reply.body.account, wanted)
    notify(m.profile_name_saved(), 'success')
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const missing = name.trim() === ''
    setFault(missing ? m.field_name_missing() : undefined)
    setRefusal(undefined)
    if (missing) return
    setBusy(true)
    await save()
    setBusy(false)
  }

  return (
    <ProfileSection title={m.profile_name()}>
      <form noValidate className="grid max-w-md gap-4" onSubmit={submit}>
        <Field
          label={m.profile_full_name()}
          autoComplete="name"
          maxLength={200}
          hint={isAccountName ? m.profile_name_hint_owner() : undefined}
          error={fault}
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
