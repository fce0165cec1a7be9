import { useState } from 'react'
import type { ViewedAccount } from '#contract/admin/admin-accounts.ts'
import { adminCorrectionCalls } from '#contract/billing/admin-correction-calls.ts'
import type { RefundableCharge } from '#contract/billing/admin-corrections.ts'
import { typedCents } from '#domain/shop/typed-price.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { billingDay } from '#web/books/billing/billing-day.ts'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { priceText } from '#web/platform/site/price-text.ts'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { CorrectionForm } from './correction-form.tsx'

/** Refunds a charge in full or in part, to the card or as credit. */
export function RefundCharge(props: { account: ViewedAccount; onDone: () => void }) {
  const accountId = props.account.id
  const { data, error, isFetching, refetch } = useDeskRead(adminCorrectionCalls.accountCharges, 'charges[]', {
    body: { accountId },
  })
  if (error) return <FailedRead error={error} busy={isFetching} again={() => refetch()} />
  if (!data) return <p role="status">{m.admin_loading()}</p>
  const [newest] = data.charges
  return newest ? (
    <RefundFields {...props} charges={data.charges} newest={newest} />
  ) : (
    <p>{m.correction_refund_none()}</p>
  )
}

type RefundFieldsProps = {
  account: ViewedAccount
  charges: readonly RefundableCharge[]
  newest: RefundableCharge
  onDone: () => void
}

function RefundFields({ account, charges, newest, onDone }: RefundFieldsProps) {
  const [key, setKey] = useState(newest.key)
  const charge = charges.find((one) => one.key === key) ?? newest
  const [chosen, setGoesTo] = useState('card')
  const goesTo = chosen === 'card' && charge.cardCents > 0 ? 'card' : 'credit'
  const mostCents = goesTo === 'card' ? charge.cardCents : charge.creditCents
  const [typed, setTyped] = useState<string>()
  const grossCents = typed === undefined ? mostCents : typedCents(typed)
  const isFit = grossCents !== undefined && grossCents > 0 && grossCents <= mostCents
  return (
    <CorrectionForm
      accountId={account.id}
      title={m.correction_give_back()}
      correction={isFit ? { kind: 'refund', key: charge.key, grossCents, goesTo } : undefined}
      onDone={onDone}
    >
      <SelectField
        label={m.correction_refund_charge()}
        value={charge.key}
        choices={charges.map((one) => ({ value: one.key, text: chargeText(one) }))}
        onChange={setKey}
      />
      <SelectField
        label={m.correction_refund_to()}
        value={goesTo}
        choices={[
          ...(charge.cardCents > 0 ? [{ value: 'card', text: m.correction_refund_card() }] : []),
          { value: 'credit', text: m.correction_refund_credit() },
        ]}
        onChange={setGoesTo}
      />
      <Field
        label={m.desk_order_refund_amount()}
        hint={m.desk_order_refund_left({ amount: priceText(mostCents) })}
        error={isFit ? undefined : m.desk_order_refund_wrong({ amount: priceText(mostCents) })}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        value={typed ?? numberText(mostCents)}
        onChange={(event) => setTyped(event.target.value)}
      />
    </CorrectionForm>
  )
}

/** Formats cents as they are typed: '1234.50', in German '1234,50'. */
function numberText(cents: number): string {
  const look = { minimumFractionDigits: 2, useGrouping: false } as const
  return new Intl.NumberFormat(getLocale(), look).format(cents / 100)
}

function chargeText({ kind, grossCents, paidAt }: RefundableCharge): string {
  const facts = { amount: priceText(grossCents), day: billingDay(paidAt) }
  return kind === 'seats' ? m.correction_charge_of_seats(facts) : m.correction_charge_of_period(facts)
}
