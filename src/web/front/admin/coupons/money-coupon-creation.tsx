import { useState } from 'react'
import { adminCouponCalls } from '#contract/admin/admin-coupon-calls.ts'
import { type Interval, intervalText } from '#domain/interval.ts'
import { m } from '#messages/generated/messages.js'
import { intervalName } from '#web/books/pricing/interval-name.ts'
import { Form } from '#web/front/desk/fields/form.tsx'
import { textProps } from '#web/front/desk/fields/text-props.ts'
import { usePasswordPrompt } from '#web/platform/layout/password-prompt.tsx'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { useConfig } from '#web/platform/site/site.ts'
import { type Attempt, Refusal } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { TextArea } from '#web/platform/ui/text-area.tsx'
import { plain, SharedTerms } from './coupon-fields.tsx'
import { CreatedSentence } from './created-sentence.tsx'
import { emptyMoneyCoupons, type MoneyCouponForm, readMoneyCoupons } from './money-coupon-draft.ts'

type Text = Exclude<keyof MoneyCouponForm, 'intervals' | 'firstTime'>
type Faults = { readonly [Field in Text]?: string | undefined }

/** The form of new coupons that take money off. Faults show once it is submitted; nothing that was typed is lost. */
export function MoneyCouponCreation() {
  const [form, setForm] = useState(emptyMoneyCoupons)
  const [faults, setFaults] = useState<Faults>({})
  const [created, setCreated] = useState<{ count: number; query: string }>()
  const { ask, dialog, busy } = usePasswordPrompt()
  const change = (more: Partial<MoneyCouponForm>) => {
    setForm((before) => ({ ...before, ...more }))
    setCreated(undefined)
  }
  const bound = (field: Text) => textProps({ fields: form, faults, change })(field)
  const submit = () => {
    if (busy) return
    const { body, faults: wrong } = readMoneyCoupons(form)
    setFaults(wrong)
    if (!body) return
    ask({
      message: m.coupon_add_prompt(),
      make: (password, attempt) => addCoupons({ ...body, password }, attempt),
      sentenceOf: ({ detail }) => m.coupon_add_failure({ message: detail }),
      onDone: (outcome) => {
        if ('faults' in outcome) return setFaults(outcome.faults)
        setCreated({ count: outcome.count, query: body.associate ?? body.codes[0] ?? '' })
        setForm(emptyMoneyCoupons)
      },
    })
  }
  return (
    <>
      <Form aria-label={m.coupon_add_page()} className="grid max-w-3xl gap-5" onSubmit={submit}>
        <MoneyTerms bound={bound} />
        <IntervalBoxes chosen={form.intervals} onChange={(intervals) => change({ intervals })} />
        <Checkbox
          label={m.money_coupon_first_time()}
          checked={form.firstTime}
          onChange={({ target }) => change({ firstTime: target.checked })}
        />
        <SharedTerms bound={bound} />
        <TextArea
          label={m.coupon_add_codes()}
          hint={m.coupon_add_codes_hint()}
          rows={10}
          {...plain}
          {...bound('codes')}
        />
        {faults.off ? <Alert>{faults.off}</Alert> : null}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" variant="primary" busy={busy}>
            {m.coupon_add_submit()}
          </Button>
          <p role="status" className="text-sm">
            {created ? <CreatedSentence {...created} /> : null}
          </p>
        </div>
      </Form>
      {dialog}
    </>
  )
}

/** What a coupon takes off, and for how many periods. */
function MoneyTerms({
  bound,
}: {
  bound: (field: 'percent' | 'amount' | 'periods') => ReturnType<ReturnType<typeof textProps>>
}) {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-3">
      <Field label={m.money_coupon_percent()} inputMode="numeric" {...plain} {...bound('percent')} />
      <Field
        label={m.money_coupon_amount()}
        hint={m.money_coupon_amount_hint()}
        inputMode="decimal"
        {...plain}
        {...bound('amount')}
      />
      <Field
        label={m.money_coupon_periods()}
        optional={m.account_optional()}
        hint={m.money_coupon_periods_hint()}
        inputMode="numeric"
        {...plain}
        {...bound('periods')}
      />
    </div>
  )
}

type IntervalBoxesProps = {
  chosen: readonly Interval[]
  onChange: (intervals: readonly Interval[]) => void
}

/** The intervals of the plan on sale; none chosen: all. */
function IntervalBoxes({ chosen, onChange }: IntervalBoxesProps) {
  const { pricing } = useConfig()
  const sold = pricing.plans.find(({ id }) => id === pricing.plan)?.intervals ?? []
  const words = chosen.map(intervalText)
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{m.money_coupon_intervals()}</legend>
      <div className="flex flex-wrap gap-x-6">
        {sold.map(({ interval }) => (
          <Checkbox
            key={intervalText(interval)}
            label={intervalName(interval)}
            checked={words.includes(intervalText(interval))}
            onChange={({ target }) =>
              onChange([
                ...chosen.filter((one) => intervalText(one) !== intervalText(interval)),
                ...(target.checked ? [interval] : []),
              ])
            }
          />
        ))}
      </div>
      <p className="text-[0.8125rem] text-muted">{m.money_coupon_intervals_hint()}</p>
    </fieldset>
  )
}

type Body = NonNullable<ReturnType<typeof readMoneyCoupons>['body']> & { readonly password: string }

/** Errors of fields close the prompt and show in the form. */
async function addCoupons(
  body: Body,
  { keyOf }: Attempt,
): Promise<{ count: number } | { faults: Faults } | CallProblem | Refusal> {
  const reply = await call(adminCouponCalls.addCoupons, { body, idempotencyKey: keyOf(body) })
  if (!(reply instanceof CallProblem)) return { count: reply.body.created }
  if (reply.isUnreadable) return new Refusal(m.admin_incomprehensible())
  return reply.code === 'invalid' ? { faults: reply.errors } : reply
}
