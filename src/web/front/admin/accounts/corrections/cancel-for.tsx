import { useState } from 'react'
import type { ViewedAccount } from '#contract/admin/admin-accounts.ts'
import { m } from '#messages/generated/messages.js'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { CorrectionForm } from './correction-form.tsx'

/** Cancels for the holder, at the end or now. */
export function CancelFor({ account, onDone }: { account: ViewedAccount; onDone: () => void }) {
  const status = account.subscription?.status
  // prepaid time stays, and what is cancelled already can only end now
  const possible = status === 'prepaid' ? ['end'] : status === 'pending-expiry' ? ['now'] : ['end', 'now']
  const [when, setWhen] = useState(possible[0])
  const isNow = when === 'now'
  return (
    <CorrectionForm
      accountId={account.id}
      title={m.correction_cancel()}
      correction={{ kind: 'cancel', when: isNow ? 'now' : 'end' }}
      onDone={onDone}
    >
      <SelectField
        label={m.correction_cancel_when()}
        value={isNow ? 'now' : 'end'}
        choices={possible.map((value) => ({
          value,
          text: value === 'now' ? m.correction_cancel_now() : m.correction_cancel_end(),
        }))}
        onChange={setWhen}
      />
    </CorrectionForm>
  )
}
