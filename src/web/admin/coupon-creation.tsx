import { type FormEvent, useState } from 'react'
import { adminCouponCalls } from '#contract/admin/admin-coupon-calls.ts'
import { href } from '#contract/pages.ts'
import type { CouponBatch, CouponBatchField } from '#domain/coupons/coupon-batch.ts'
import { m } from '#messages/generated/messages.js'
import { usePasswordPrompt } from '#web/layout/password-prompt.tsx'
import { CallProblem, call } from '#web/site/api.ts'
import { newIdempotencyKey } from '#web/site/idempotency-key.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { emptyCoupons, type FieldSentences, readCouponForm, useCouponDraft } from './coupon-draft.ts'
import { CouponFields } from './coupon-fields.tsx'

type Created = { readonly count: number; readonly query: string }

/**
 * The form of new coupons. Faults show at a field that was left; Submit is there when there are none, and asks for the
 * password. What the server refuses shows likewise, and nothing that was typed is lost.
 */
export function CouponCreation() {
  const form = useCouponDraft()
  const [left, setLeft] = useState<ReadonlySet<CouponBatchField>>(new Set())
  const [refused, setRefused] = useState<FieldSentences>({})
  const [refusal, setRefusal] = useState<string>()
  const [created, setCreated] = useState<Created>()
  const [submitting, setSubmitting] = useState(false)
  const [keyFor] = useState(newIdempotencyKey)
  const { ask, dialog } = usePasswordPrompt()
  const { batch, faults } = readCouponForm(form)

  const change = (field: CouponBatchField, value: string) => {
    useCouponDraft.setState({ [field]: value })
    setRefused((before) => ({ ...before, [field]: undefined }))
    setRefusal(undefined)
    setCreated(undefined)
  }

  const add = async (wanted: CouponBatch, password: string): Promise<string | undefined> => {
    const body = { ...wanted, codes: [...wanted.codes], password }
    setSubmitting(true)
    const reply = await call(adminCouponCalls.addCoupons, { body, idempotencyKey: keyFor(body) })
    setSubmitting(false)
    if (reply instanceof CallProblem) {
      const fields = Object.entries(reply.errors).filter(([field]) => field in emptyCoupons)
      if (fields.length === 0) return reply.detail
      setRefused(Object.fromEntries(fields))
      setRefusal(reply.detail)
      return undefined
    }
    if (typeof reply.body.created !== 'number') return m.admin_incomprehensible()
    setCreated({ count: reply.body.created, query: wanted.associate ?? wanted.codes[0] ?? '' })
    useCouponDraft.setState(emptyCoupons, true)
    setLeft(new Set())
    return undefined
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!batch || submitting) return
    setRefusal(undefined)
    ask({ message: m.coupon_add_prompt(), submit: (password) => add(batch, password) })
  }

  const hasLeft = ([field]: [string, unknown]) => left.has(field as CouponBatchField)
  const shown = Object.entries(faults).filter(hasLeft)
  // why Submit is not there, as far as no field says it
  const [, missing] = Object.entries(faults).find((fault) => !hasLeft(fault)) ?? []
  return (
    <>
      <form noValidate aria-label={m.coupon_add_page()} className="grid max-w-3xl gap-5" onSubmit={submit}>
        <CouponFields
          form={form}
          sentences={{ ...refused, ...Object.fromEntries(shown) }}
          onChange={change}
          onLeave={(field) => setLeft((before) => new Set(before).add(field))}
        />
        {refusal ? <Alert>{refusal}</Alert> : null}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" variant="primary" disabled={!batch} busy={submitting}>
            {m.coupon_add_submit()}
          </Button>
          {missing && form !== emptyCoupons ? <p className="text-sm text-muted">{missing}</p> : null}
          <p role="status" className="text-sm">
            {created ? (
              <>
                {m.coupon_add_done({ count: created.count })}{' '}
                <Link to={href('couponLookup', {}, { query: created.query })} className="link">
                  {m.coupon_add_look()}
                </Link>
              </>
            ) : null}
          </p>
        </div>
      </form>
      {dialog}
    </>
  )
}
