import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type Concerned, type PriceMovePreview, priceMoveCalls } from '#contract/desk/price-move-calls.ts'
import { m } from '#messages/generated/messages.js'
import { billingDay, sellerPlace } from '#web/books/billing/billing-day.ts'
import { deskTableQuery } from '#web/front/desk/desk-query.ts'
import { type Column, DeskTable } from '#web/front/desk/desk-table.tsx'
import { Form } from '#web/front/desk/fields/form.tsx'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { priceText } from '#web/platform/site/price-text.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Choices } from '#web/platform/ui/choices.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { customerColumn, priceColumns } from './price-move-columns.tsx'

type Otherwise = 'keep' | 'end'

type NewPriceMoveProps = {
  sets: readonly string[]
  earliestDay: string
  perHour: number
}

/**
 * Form for new prices of customers: price set, day, and outcome without an answer. Lists the customers concerned before
 * it asks for the password.
 */
export function NewPriceMove({ sets, earliestDay, perHour }: NewPriceMoveProps) {
  const heading = useId()
  const [name, setName] = useState('')
  const [day, setDay] = useState(earliestDay)
  const [otherwise, setOtherwise] = useState<Otherwise>('keep')
  const [page, setPage] = useState(0)
  const { data, error } = useQuery({
    ...deskTableQuery(priceMoveCalls.previewPriceMove, 'customers[]', {
      body: { name, ...(page > 0 && { page: String(page) }) },
    }),
    enabled: name !== '',
  })
  const shown = name === '' ? undefined : data
  const { ask, dialog } = useAdminChange(priceMoveCalls.orderPriceMove, {
    done: m.price_move_done,
    onDone: () => setName(''),
  })
  const isEarly = day < earliestDay
  const send = ({ plan, count }: PriceMovePreview) =>
    ask({
      message: m.price_move_prompt({ count, name }),
      body: { name, plan, day, otherwise },
    })
  return (
    <section aria-labelledby={heading} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h2 id={heading}>{m.price_move_new()}</h2>
      <Form
        className="grid max-w-[65ch] gap-5"
        onSubmit={() => {
          if (shown && shown.count > 0 && !isEarly) send(shown)
        }}
      >
        <SelectField
          label={m.price_move_set()}
          value={name}
          choices={[
            { value: '', text: m.price_move_choose() },
            ...sets.map((value) => ({ value, text: value })),
          ]}
          onChange={(value) => {
            setName(value)
            setPage(0)
          }}
        />
        <Terms {...{ day, earliestDay, otherwise, onDay: setDay, onOtherwise: setOtherwise }} />
        {error ? <Alert>{error.message}</Alert> : null}
        {shown ? <Sums shown={shown} perHour={perHour} /> : null}
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          disabled={!shown || shown.count === 0 || isEarly}
        >
          {m.price_move_send()}
        </Button>
        {dialog}
      </Form>
      {shown && shown.count > 0 ? <Customers {...{ shown, page, onPage: setPage }} /> : null}
    </section>
  )
}

type TermsProps = {
  day: string
  earliestDay: string
  otherwise: Otherwise
  onDay: (day: string) => void
  onOtherwise: (otherwise: Otherwise) => void
}

/** The day of the new price, and what it does without an answer. */
function Terms({ day, earliestDay, otherwise, onDay, onOtherwise }: TermsProps) {
  return (
    <>
      <Field
        label={m.price_move_day()}
        hint={m.price_move_day_hint({ place: sellerPlace() })}
        type="date"
        min={earliestDay}
        value={day}
        error={day < earliestDay ? m.field_day_too_early() : undefined}
        onChange={(event) => onDay(event.target.value)}
      />
      <Choices
        label={m.price_move_otherwise()}
        stacked
        value={otherwise}
        choices={[
          { value: 'keep', label: m.price_move_keep() },
          { value: 'end', label: m.price_move_end() },
        ]}
        onChange={onOtherwise}
      />
    </>
  )
}

type CustomersProps = {
  shown: PriceMovePreview
  page: number
  onPage: (page: number) => void
}

/** The customers concerned, a page at a time. */
function Customers({ shown, page, onPage }: CustomersProps) {
  return (
    <>
      <DeskTable
        label={m.price_move_concerned()}
        columns={columns()}
        rows={shown.customers}
        keyOf={({ accountId }) => accountId}
      />
      <TablePages table={m.price_move_concerned()} page={page} count={shown.count} onPage={onPage} />
    </>
  )
}

/** How many, what they pay together, and who is left out. */
function Sums({ shown, perHour }: { shown: PriceMovePreview; perHour: number }) {
  const { count, oldMonthCents, newMonthCents, leftOut } = shown
  const left = [
    [leftOut['same-price'], m.price_move_left_same],
    [leftOut['interval-not-sold'], m.price_move_left_interval],
    [leftOut.announced, m.price_move_left_announced],
    [leftOut.unpaid, m.price_move_left_unpaid],
    [leftOut['no-address'], m.price_move_left_address],
  ] as const
  return (
    <div role="status" className="grid gap-1.5">
      <p>
        {count === 0
          ? m.price_move_nobody()
          : m.price_move_sums({ count, before: priceText(oldMonthCents), after: priceText(newMonthCents) })}
      </p>
      {left.map(([number, text]) =>
        number > 0 ? (
          <p key={text({ count: number })} className="caption">
            {text({ count: number })}
          </p>
        ) : null,
      )}
      {count > 0 ? <p className="caption">{m.price_move_throttle({ count: perHour })}</p> : null}
    </div>
  )
}

function columns(): readonly Column<Concerned>[] {
  return [
    customerColumn(),
    ...priceColumns(),
    { title: m.price_move_next(), look: 'digits', of: ({ nextAt }) => billingDay(nextAt) },
  ]
}
