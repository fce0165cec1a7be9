import { useId, useState } from 'react'
import type { ViewedAccount } from '#contract/admin/admin-accounts.ts'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/platform/ui/button.tsx'
import { CancelFor } from './cancel-for.tsx'
import { ChangeGrant } from './change-grant.tsx'
import { FreeDays } from './free-days.tsx'
import { RefundCharge } from './refund-charge.tsx'
import { TakeBack } from './take-back.tsx'

type Kind = keyof typeof forms

const forms = {
  'free-days': { title: m.correction_days_open, Form: FreeDays },
  grant: { title: m.correction_grant_open, Form: ChangeGrant },
  'take-back': { title: m.correction_take_back_open, Form: TakeBack },
  refund: { title: m.correction_refund_open, Form: RefundCharge },
  cancel: { title: m.correction_cancel_open, Form: CancelFor },
}

/** What the admin can correct at an account's subscription: one form at a time, each with a preview. */
export function Corrections({ account }: { account: ViewedAccount }) {
  const id = useId()
  const [open, setOpen] = useState<Kind>()
  const kinds = kindsFor(account)
  if (kinds.length === 0) return null
  const shown = kinds.find((kind) => kind === open)
  const Form = shown && forms[shown].Form
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id={id} className="text-[0.9375rem] font-semibold">
        {m.corrections()}
      </h3>
      <div className="flex flex-wrap gap-2">
        {kinds.map((kind) => (
          <Button
            key={kind}
            aria-expanded={kind === shown}
            onClick={() => setOpen(kind === shown ? undefined : kind)}
          >
            {forms[kind].title()}
          </Button>
        ))}
      </div>
      {Form ? <Form key={shown} account={account} onDone={() => setOpen(undefined)} /> : null}
    </section>
  )
}

/** The corrections that the status permits; the server refuses the rest with a sentence. */
function kindsFor({ subscription }: ViewedAccount): readonly Kind[] {
  switch (subscription?.status) {
    case 'trial':
      return ['free-days', 'cancel']
    case 'active':
      return ['free-days', 'refund', 'cancel']
    case 'prepaid': {
      const granted = ['grant', 'take-back'] as const
      return ['free-days', ...(subscription.coupon === undefined ? granted : []), 'refund', 'cancel']
    }
    case 'pending-expiry':
      return ['refund', 'cancel']
    case 'cancelled':
      return ['refund']
    default:
      return []
  }
}
