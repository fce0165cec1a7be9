import { useEffect } from 'react'
import { accountCalls } from '#contract/accounts/account-calls.ts'
import { m } from '#messages/generated/messages.js'
import { type CallProblem, call } from '#web/platform/site/api.ts'
import { takeAccount } from '#web/platform/site/site.ts'
import type { Attempt, Replied } from '#web/platform/site/use-call.ts'
import { notify } from '#web/platform/ui/notifications-store.ts'
import type { Contact } from './contact.ts'

/** A requested change of the contacts. */
export type ContactEdit =
  | { readonly kind: 'add'; readonly email: string; readonly onAdded: () => void }
  | { readonly kind: 'remove' | 'primary'; readonly contact: Contact }

/**
 * Returns the texts and the call of the password prompt for an edit (product.md sections 5 and 8).
 * @param focusElsewhere called once the dialog and the button that opened it have been removed
 */
export function questionOf(edit: ContactEdit, focusElsewhere: () => void) {
  const email = edit.kind === 'add' ? edit.email : edit.contact.email
  const { announcement, success } = sentences[edit.kind]
  let done = false
  return {
    message: m.profile_contact_password(),
    children: (
      <>
        <p className="text-sm wrap-anywhere">{announcement({ email })}</p>
        <WhenGone act={() => done && edit.kind !== 'add' && focusElsewhere()} />
      </>
    ),
    make: (currentPassword: string, attempt: Attempt) => send(edit, currentPassword, attempt),
    sentenceOf: ({ errors, detail }: CallProblem) => errors.add ?? detail,
    onDone: ({ body }: Replied<Awaited<ReturnType<typeof send>>>) => {
      done = true
      takeAccount(body.account)
      notify(success({ email }), 'success')
      if (edit.kind === 'add') edit.onAdded()
    },
  }
}

/** Calls `act` after the dialog has restored the focus. */
function WhenGone({ act }: { act: () => void }) {
  useEffect(() => () => void setTimeout(act), [act])
  return null
}

const sentences = {
  add: { announcement: m.profile_contact_will_add, success: m.profile_confirmation_sent },
  remove: { announcement: m.profile_contact_will_remove, success: m.profile_contact_removed },
  primary: { announcement: m.profile_contact_will_be_primary, success: m.profile_contact_is_primary },
} as const

function send(edit: ContactEdit, currentPassword: string, { keyOf }: Attempt) {
  if (edit.kind === 'primary') {
    const body = { contactId: edit.contact.id, currentPassword }
    return call(accountCalls.changePrimaryContact, { body })
  }
  const body =
    edit.kind === 'add' ? { add: edit.email, currentPassword } : { remove: edit.contact.id, currentPassword }
  return call(accountCalls.changeContact, { body, idempotencyKey: keyOf(body) })
}
