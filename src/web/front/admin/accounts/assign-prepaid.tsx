import { useId, useState } from 'react'
import { adminAccountCalls } from '#contract/admin/admin-account-calls.ts'
import type { ViewedAccount } from '#contract/admin/admin-accounts.ts'
import { typedCount, typedUnit } from '#domain/coupons/typed-grant.ts'
import { m } from '#messages/generated/messages.js'
import { intervalName } from '#web/books/pricing/interval-name.ts'
import { Form } from '#web/front/desk/fields/form.tsx'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'

const nothing = { count: '', value: '', unit: '' as ReturnType<typeof typedUnit> }

/** So many licences for so long, added to the time that still runs. */
export function AssignPrepaid({ account: { id: accountId, name } }: { account: ViewedAccount }) {
  const heading = useId()
  const [{ count, value, unit }, setTyped] = useState(nothing)
  const { ask, dialog } = useAdminChange(adminAccountCalls.assignPrepaid, {
    fits: ({ subscription }) => Boolean(subscription),
    done: m.admin_prepaid_done,
    onDone: () => setTyped(nothing),
  })

  const submit = () => {
    if (count === '' || value === '' || unit === '') return
    const [licenseCount, interval] = [Number(count), { value: Number(value), unit }]
    ask({
      message: m.admin_prepaid_prompt(),
      children: (
        <p className="text-sm text-muted">
          {m.admin_prepaid_prompt_text({ count: licenseCount, interval: intervalName(interval), name })}
        </p>
      ),
      body: { accountId, licenseCount, interval },
    })
  }

  return (
    <section aria-labelledby={heading} className="grid gap-3">
      <h3 id={heading} className="text-[0.9375rem] font-semibold">
        {m.admin_prepaid()}
      </h3>
      <Form aria-labelledby={heading} className="grid gap-3" onSubmit={submit}>
        <PrepaidFields
          {...{ count, value, unit }}
          onChange={(change) => setTyped((before) => ({ ...before, ...change }))}
        />
        <Button
          type="submit"
          className="justify-self-start"
          disabled={count === '' || value === '' || unit === ''}
        >
          {m.admin_prepaid()}
        </Button>
      </Form>
      {dialog}
    </section>
  )
}

/** How many licences, for how long: a number and its unit. */
function PrepaidFields({
  count,
  value,
  unit,
  onChange,
}: typeof nothing & { onChange: (change: Partial<typeof nothing>) => void }) {
  const number = { inputMode: 'numeric', autoComplete: 'off', maxLength: 9 } as const
  return (
    <div className="grid grid-cols-3 items-end gap-3">
      <Field
        label={m.admin_prepaid_count()}
        {...number}
        value={count}
        onChange={(event) => onChange({ count: typedCount(event.target.value) })}
      />
      <Field
        label={m.admin_prepaid_value()}
        {...number}
        value={value}
        onChange={(event) => onChange({ value: typedCount(event.target.value) })}
      />
      <Field
        label={m.admin_prepaid_unit()}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={unit}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onChange({ unit: typedUnit(event.target.value) })}
      />
    </div>
  )
}
