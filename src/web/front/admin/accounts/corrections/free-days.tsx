import { useState } from 'react'
import type { ViewedAccount } from '#contract/admin/admin-accounts.ts'
import { mostFreeDays } from '#domain/billing/corrections/most-free-days.ts'
import { typedCount } from '#domain/coupons/typed-grant.ts'
import { m } from '#messages/generated/messages.js'
import { Field } from '#web/platform/ui/field.tsx'
import { CorrectionForm } from './correction-form.tsx'

/** Free days: the end and the next charge move by them. */
export function FreeDays({ account, onDone }: { account: ViewedAccount; onDone: () => void }) {
  const [typed, setTyped] = useState('')
  const days = Number(typed)
  const isTooMany = days > mostFreeDays
  return (
    <CorrectionForm
      accountId={account.id}
      title={m.correction_days()}
      correction={typed === '' || isTooMany ? undefined : { kind: 'free-days', days }}
      onDone={onDone}
    >
      <Field
        label={m.correction_days_count()}
        hint={m.correction_days_hint()}
        error={isTooMany ? m.correction_days_most({ most: mostFreeDays }) : undefined}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={typed}
        onChange={(event) => setTyped(typedCount(event.target.value))}
      />
    </CorrectionForm>
  )
}
