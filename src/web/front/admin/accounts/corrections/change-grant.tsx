import { useState } from 'react'
import type { ViewedAccount } from '#contract/admin/admin-accounts.ts'
import { typedCount } from '#domain/coupons/typed-grant.ts'
import { dayIn } from '#domain/zone-days.ts'
import { m } from '#messages/generated/messages.js'
import { sellerZone } from '#web/platform/site/site-clock.ts'
import { Field } from '#web/platform/ui/field.tsx'
import { CorrectionForm } from './correction-form.tsx'

/** Another number of licences, or another end, for a grant of the admin. */
export function ChangeGrant({ account, onDone }: { account: ViewedAccount; onDone: () => void }) {
  const { subscription } = account
  const [count, setCount] = useState(String(subscription?.licenseCount ?? ''))
  const end = subscription?.until ? dayIn(new Date(subscription.until), sellerZone()) : ''
  const [until, setUntil] = useState(end)
  const isComplete = count !== '' && until !== ''
  return (
    <CorrectionForm
      accountId={account.id}
      title={m.correction_grant()}
      correction={
        isComplete
          ? { kind: 'grant', licenseCount: Number(count), ...(until !== end && { until }) }
          : undefined
      }
      onDone={onDone}
    >
      <Field
        label={m.admin_prepaid_count()}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={count}
        onChange={(event) => setCount(typedCount(event.target.value))}
      />
      <Field
        label={m.correction_grant_until()}
        hint={m.correction_grant_until_hint()}
        type="date"
        value={until}
        onChange={(event) => setUntil(event.target.value)}
      />
    </CorrectionForm>
  )
}
