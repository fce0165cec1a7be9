import { useId, useState } from 'react'
import type { ViewedAccount } from '#contract/admin/admin-accounts.ts'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/platform/ui/button.tsx'
import { CancelFor } from './cancel-for.tsx'
import { ChangeGrant } from './change-grant.tsx'
import { CorrectInvoice } from './correct-invoice.tsx'
import { CorrectionForm } from './correction-form.tsx'
import { FreeDays } from './free-days.tsx'
import { EndPause, PauseSubscription } from './pause-subscription.tsx'
import { RefundCharge } from './refund-charge.tsx'

type Kind = keyof typeof titles

const titles = {
  'free-days': m.correction_days_open,
  grant: m.correction_grant_open,
  'take-back': m.correction_take_back_open,
  pause: m.correction_pause_open,
  'end-pause': m.correction_end_pause_open,
  refund: m.correction_refund_open,
  invoice: m.correction_invoice_open,
  cancel: m.correction_cancel_open,
}

/** What the admin can correct at an account's subscription: one form at a time, each with a preview. */
export function Corrections({ account }: { account: ViewedAccount }) {
  const id = useId()
  const [open, setOpen] = useState<Kind>()
  const kinds = kindsFor(account)
  if (kinds.length === 0) return null
  const shown = kinds.find((kind) => kind === open)
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
            {titles[kind]()}
          </Button>
        ))}
      </div>
      {shown ? <FormOf kind={shown} account={account} onDone={() => setOpen(undefined)} /> : null}
    </section>
  )
}

function FormOf({ kind, ...props }: { kind: Kind; account: ViewedAccount; onDone: () => void }) {
  switch (kind) {
    case 'free-days':
      return <FreeDays {...props} />
    case 'grant':
      return <ChangeGrant {...props} />
    case 'take-back':
      return <TakeBack {...props} />
    case 'pause':
      return <PauseSubscription {...props} />
    case 'end-pause':
      return <EndPause {...props} />
    case 'refund':
      return <RefundCharge {...props} />
    case 'invoice':
      return <CorrectInvoice {...props} />
    case 'cancel':
      return <CancelFor {...props} />
  }
}

const freeAndPause = ['free-days', 'pause'] as const

/** The corrections that the status permits; the server refuses the rest with a sentence. */
function kindsFor({ subscription }: ViewedAccount): readonly Kind[] {
  switch (subscription?.status) {
    case 'trial':
      return ['free-days', 'cancel']
    case 'active':
      return [
        ...(subscription.paused ? (['end-pause'] as const) : freeAndPause),
        'refund',
        'invoice',
        'cancel',
      ]
    case 'prepaid': {
      const granted = ['grant', 'take-back'] as const
      return [
        'free-days',
        ...(subscription.coupon === undefined ? granted : []),
        'refund',
        'invoice',
        'cancel',
      ]
    }
    case 'pending-expiry':
      return ['refund', 'invoice', 'cancel']
    case 'cancelled':
      return ['refund', 'invoice']
    default:
      return []
  }
}

const correction = { kind: 'take-back' } as const

/** Ends a grant of the admin. */
function TakeBack({ account, onDone }: { account: ViewedAccount; onDone: () => void }) {
  return (
    <CorrectionForm
      accountId={account.id}
      title={m.correction_take_back()}
      correction={correction}
      onDone={onDone}
    />
  )
}
