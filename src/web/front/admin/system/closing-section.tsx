import { useState } from 'react'
import { adminSystemCalls, type ClosingPreview } from '#contract/desk/system-calls.ts'
import { formatMoney } from '#domain/formatted-money.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { Form } from '#web/front/desk/fields/form.tsx'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Field } from '#web/platform/ui/field.tsx'

/** Closes the service for good: its effects in numbers, the order, and how it is taken back. */
export function ClosingSection({ isClosed, isOrdered }: { isClosed: boolean; isOrdered: boolean }) {
  const { ask, dialog } = useAdminChange(adminSystemCalls.changeClosing, {
    done: m.service_closing_changed,
  })
  const act = (body: { act: 'order' | 'undo' | 'open'; name?: string }, message: string) =>
    ask({ message, body: { ...body } })
  return (
    <section aria-labelledby="closing" className="grid max-w-[65ch] justify-items-start gap-3">
      <h2 id="closing">{m.service_closing_title()}</h2>
      {isClosed ? (
        <>
          <p>{m.service_closing_open_hint()}</p>
          <Button onClick={() => act({ act: 'open' }, m.service_closing_open_prompt())}>
            {m.service_closing_open()}
          </Button>
        </>
      ) : isOrdered ? (
        <>
          <p>{m.service_closing_undo_hint()}</p>
          <Button onClick={() => act({ act: 'undo' }, m.service_closing_undo_prompt())}>
            {m.service_closing_undo()}
          </Button>
        </>
      ) : (
        <OrderClosing onOrder={(name) => act({ act: 'order', name }, m.service_closing_order_prompt())} />
      )}
      {dialog}
    </section>
  )
}

function OrderClosing({ onOrder }: { onOrder: (name: string) => void }) {
  const [name, setName] = useState('')
  const { data, error, isFetching, refetch } = useDeskRead(adminSystemCalls.previewClosing, undefined)
  if (error) return <FailedRead error={error} busy={isFetching} again={() => refetch()} />
  if (!data?.preview) return null
  const { preview } = data
  return (
    <Form className="grid justify-items-start gap-4" onSubmit={() => onOrder(name)}>
      <p>{m.closing_preview({ name: preview.productName, at: adminTime(preview.effectiveAt) })}</p>
      <ul className="grid gap-1">
        {effects(preview).map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <p>{m.service_closing_once()}</p>
      <Field
        label={m.service_closing_name({ name: preview.productName })}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" disabled={name.trim() !== preview.productName}>
        {m.service_closing_order()}
      </Button>
    </Form>
  )
}

function effects({
  effectiveAt,
  subscriptions,
  seats,
  unpaid,
  firstUntil,
  lastUntil,
  refunds: { orders, vouchers, grossCents },
  mails,
}: ClosingPreview): readonly string[] {
  const day = adminTime(effectiveAt)
  const amount = formatMoney(grossCents, getLocale())
  return [
    firstUntil && lastUntil
      ? m.closing_preview_subscriptions({
          subscriptions,
          seats,
          first: adminTime(firstUntil),
          last: adminTime(lastUntil),
        })
      : m.closing_preview_no_subscription(),
    ...(unpaid > 0 ? [m.closing_preview_unpaid({ unpaid, day })] : []),
    m.closing_preview_refunds({ orders, vouchers, amount, day }),
    m.closing_preview_mails({ mails, day }),
  ].map((line) => line.replace(/^- /, ''))
}
