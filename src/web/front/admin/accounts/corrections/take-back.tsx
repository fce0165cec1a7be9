import type { ViewedAccount } from '#contract/admin/admin-accounts.ts'
import { m } from '#messages/generated/messages.js'
import { CorrectionForm } from './correction-form.tsx'

const correction = { kind: 'take-back' } as const

/** Ends a grant of the admin. */
export function TakeBack({ account, onDone }: { account: ViewedAccount; onDone: () => void }) {
  return (
    <CorrectionForm
      accountId={account.id}
      title={m.correction_take_back()}
      correction={correction}
      onDone={onDone}
    />
  )
}
