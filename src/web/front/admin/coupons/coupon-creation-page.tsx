import { useState } from 'react'
import { adminCouponCalls } from '#contract/admin/admin-coupon-calls.ts'
import type { CouponBatch, CouponBatchField } from '#domain/coupons/coupon-batch.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { Form } from '#web/front/desk/fields/form.tsx'
import { usePasswordPrompt } from '#web/platform/layout/password-prompt.tsx'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { type Attempt, Refusal } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Choices } from '#web/platform/ui/choices.tsx'
import { emptyCoupons, type FieldSentences, readCouponForm, useCouponDraft } from './coupon-draft.ts'
import { CouponFields } from './coupon-fields.tsx'
import { CreatedSentence } from './created-sentence.tsx'
import { MoneyCouponCreation } from './money-coupon-creation.tsx'

/** New coupons, all alike but for their codes (product.md section 2, Coupon add). */
export function Component() {
  const [kind, setKind] = useState<'licenses' | 'money'>('licenses')
  return (
    <AdminPage title={m.coupon_add_page()}>
      <div className="grid gap-6">
        <div className="max-w-3xl">
          <Choices
            label={m.coupon_kind()}
            value={kind}
            onChange={setKind}
            choices={[
              { value: 'licenses', label: m.coupon_kind_licenses() },
              { value: 'money', label: m.coupon_kind_money() },
            ]}
          />
        </div>
        {kind === 'money' ? <MoneyCouponCreation /> : <CouponCreation />}
      </div>
    </AdminPage>
  )
}

type Created = { readonly count: number; readonly query: string }
type Refused = { readonly faults: FieldSentences; readonly refusal?: string | undefined }

/**
 * The form of new coupons. Faults show at a field that was left; Submit is there when there are none, and asks for the
 * password. What the server refuses shows likewise, and nothing that was typed is lost.
 */
export function CouponCreation() {
  const form = useCouponDraft()
  const [left, setLeft] = useState<ReadonlySet<CouponBatchField>>(new Set())
  const [{ faults: refused, refusal }, setRefused] = useState<Refused>({ faults: {} })
  const [created, setCreated] = useState<Created>()
  const { ask, dialog, busy } = usePasswordPrompt()
  const { batch, faults } = readCouponForm(form)

  const change = (field: CouponBatchField, value: string) => {
    useCouponDraft.setState({ [field]: value })
    setRefused((before) => ({ faults: { ...before.faults, [field]: undefined } }))
    setCreated(undefined)
  }
  const submit = () => {
    if (!batch || busy) return
    setRefused((before) => ({ faults: before.faults }))
    ask({
      message: m.coupon_add_prompt(),
      make: (password, attempt) => addCoupons(batch, password, attempt),
      sentenceOf: ({ detail }) => m.coupon_add_failure({ message: detail }),
      onDone: (outcome) => {
        if ('faults' in outcome) return setRefused(outcome)
        setCreated(outcome)
        useCouponDraft.setState(emptyCoupons, true)
        setLeft(new Set())
      },
    })
  }

  const hasLeft = ([field]: [string, unknown]) => left.has(field as CouponBatchField)
  const shown = Object.entries(faults).filter(hasLeft)
  // why Submit is not there, as far as no field says it
  const [, missing] = Object.entries(faults).find((fault) => !hasLeft(fault)) ?? []
  return (
    <>
      <Form aria-label={m.coupon_add_page()} className="grid max-w-3xl gap-5" onSubmit={submit}>
        <CouponFields
          form={form}
          sentences={{ ...refused, ...Object.fromEntries(shown) }}
          onChange={change}
          onLeave={(field) => setLeft((before) => new Set(before).add(field))}
        />
        {refusal ? <Alert>{refusal}</Alert> : null}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" variant="primary" disabled={!batch} busy={busy}>
            {m.coupon_add_submit()}
          </Button>
          {missing && form !== emptyCoupons ? <p className="text-sm text-muted">{missing}</p> : null}
          <p role="status" className="text-sm">
            {created ? <CreatedSentence {...created} /> : null}
          </p>
        </div>
      </Form>
      {dialog}
    </>
  )
}

/** What is refused at a field is no problem of the prompt's: it closes, and the form shows it. */
async function addCoupons(
  batch: CouponBatch,
  password: string,
  { keyOf }: Attempt,
): Promise<Created | Refused | CallProblem | Refusal> {
  const body = { ...batch, codes: [...batch.codes], password }
  const reply = await call(adminCouponCalls.addCoupons, { body, idempotencyKey: keyOf(body) })
  if (reply instanceof CallProblem) {
    if (reply.isUnreadable) return new Refusal(m.admin_incomprehensible())
    const fields = Object.entries(reply.errors).filter(([field]) => field in emptyCoupons)
    const sentences = fields.map(([, sentence]) => sentence).join(' ')
    return fields.length === 0
      ? reply
      : { faults: Object.fromEntries(fields), refusal: m.coupon_add_failure({ message: sentences }) }
  }
  if (typeof reply.body.created !== 'number') return new Refusal(m.admin_incomprehensible())
  return { count: reply.body.created, query: batch.associate ?? batch.codes[0] ?? '' }
}
