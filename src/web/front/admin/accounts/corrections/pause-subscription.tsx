import { useState } from 'react'
import type { ViewedAccount } from '#contract/admin/admin-accounts.ts'
import { pauseLengths } from '#domain/billing/corrections/pause-lengths.ts'
import { m } from '#messages/generated/messages.js'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { CorrectionForm } from './correction-form.tsx'

type Months = (typeof pauseLengths)[number]

/** A pause after the paid time, for whole months. */
export function PauseSubscription({ account, onDone }: { account: ViewedAccount; onDone: () => void }) {
  const [months, setMonths] = useState<Months>(1)
  return (
    <CorrectionForm
      accountId={account.id}
      title={m.correction_pause()}
      correction={{ kind: 'pause', months }}
      onDone={onDone}
    >
      <SelectField
        label={m.correction_pause_months()}
        value={String(months)}
        choices={pauseLengths.map((length) => ({
          value: String(length),
          text: length === 1 ? m.correction_pause_one() : m.correction_pause_more({ months: length }),
        }))}
        onChange={(chosen) => setMonths(pauseLengths.find((length) => String(length) === chosen) ?? 1)}
      />
      <p className="text-sm text-muted">{m.correction_pause_hint()}</p>
    </CorrectionForm>
  )
}

const ending = { kind: 'end-pause' } as const

/** Ends a pause early. */
export function EndPause({ account, onDone }: { account: ViewedAccount; onDone: () => void }) {
  return (
    <CorrectionForm
      accountId={account.id}
      title={m.correction_end_pause()}
      correction={ending}
      onDone={onDone}
    >
      <p className="text-sm text-muted">{m.correction_end_pause_hint()}</p>
    </CorrectionForm>
  )
}
