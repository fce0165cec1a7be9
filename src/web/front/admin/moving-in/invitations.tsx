import { useState } from 'react'
import type { PeopleImport } from '#contract/desk/moving-in.ts'
import { adminMovingInCalls } from '#contract/desk/moving-in-calls.ts'
import { typedCount } from '#domain/coupons/typed-grant.ts'
import { invitationsAMinute } from '#domain/moving-in/invitations.ts'
import { m } from '#messages/generated/messages.js'
import { Form } from '#web/front/desk/fields/form.tsx'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'

/** Invites people of an import by mail: all who are left, or a few first. */
export function Invitations({ of: { id, file, uninvited, ordered, invited } }: { of: PeopleImport }) {
  const [typed, setTyped] = useState<string>()
  const { ask, dialog } = useAdminChange(adminMovingInCalls.invitePeople, {
    done: m.moving_in_invitations_ordered,
    onDone: () => setTyped(undefined),
  })
  const text = typed ?? String(uninvited)
  const count = Number(text)
  const isPossible = count >= 1 && count <= uninvited
  const submit = () => {
    if (!isPossible) return
    ask({
      message: m.moving_in_prompt_invite(),
      children: (
        <p>
          {m.moving_in_invite_time({ count, minutes: Math.ceil((ordered + count) / invitationsAMinute) })}
        </p>
      ),
      body: { id, count },
    })
  }
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3>{m.moving_in_invitations({ file })}</h3>
      <ul className="grid gap-1 text-sm">
        <li>{m.moving_in_invited({ count: invited })}</li>
        {ordered > 0 ? <li>{m.moving_in_invitations_wait({ count: ordered })}</li> : null}
        <li>{m.moving_in_uninvited({ count: uninvited })}</li>
      </ul>
      {uninvited > 0 ? (
        <Form onSubmit={submit} className="grid justify-items-start gap-3">
          <Field
            label={m.moving_in_invite_count()}
            hint={m.moving_in_invite_hint({ count: invitationsAMinute })}
            error={isPossible ? undefined : m.moving_in_invite_limit({ count: uninvited })}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            value={text}
            onChange={(event) => setTyped(typedCount(event.target.value))}
          />
          <Button type="submit">{m.moving_in_invite()}</Button>
        </Form>
      ) : null}
      {dialog}
    </section>
  )
}
