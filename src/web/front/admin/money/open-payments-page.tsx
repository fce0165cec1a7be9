import type { ReactNode } from 'react'
import type {
  Comparison,
  FailedEvent,
  OpenCharge,
  OpenDispute,
  OpenPayments,
} from '#contract/admin/admin-payment-calls.ts'
import { adminPaymentCalls } from '#contract/admin/admin-payment-calls.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { printedOrderNumber } from '#domain/shop/order-number.ts'
import { m } from '#messages/generated/messages.js'
import { billingDay, sellerPlace } from '#web/books/billing/billing-day.ts'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { actsColumn, type Column, DeskTable, RowLink } from '#web/front/desk/desk-table.tsx'
import { ReadState } from '#web/front/desk/read-state.tsx'
import { usePages } from '#web/platform/layout/table-pages.tsx'
import { priceText } from '#web/platform/site/price-text.ts'
import { ChargeActs, EventAct } from './open-payment-acts.tsx'

/** Payments that need the admin: charges in doubt, disputes, differences from the providers' books, messages that fail. */
export function Component() {
  const read = useDeskRead(adminPaymentCalls.openPayments, 'charges')
  const { data } = read
  return (
    <AdminPage title={m.open_payments()} back={{ href: deskHref('adminMoney'), text: m.money() }}>
      {data ? <Sections {...data} /> : <ReadState read={read} />}
    </AdminPage>
  )
}

function Sections({ charges, disputes, comparisons, events }: OpenPayments) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <Section
        title={m.open_charges()}
        hint={m.open_charges_hint()}
        none={m.open_charges_none()}
        of={charges}
      >
        <Rows
          label={m.open_charges()}
          columns={chargeColumns()}
          rows={charges.items}
          keyOf={({ id }) => id}
        />
      </Section>
      <Section
        title={m.open_disputes()}
        hint={m.open_disputes_hint({ place: sellerPlace() })}
        none={m.open_disputes_none()}
        of={disputes}
      >
        <Rows
          label={m.open_disputes()}
          columns={disputeColumns()}
          rows={disputes.items}
          keyOf={({ ref }) => ref}
        />
      </Section>
      <Section
        title={m.open_books()}
        hint={m.open_books_hint()}
        none={m.open_books_none()}
        of={{ count: comparisons.length, items: comparisons }}
      >
        {comparisons.map((comparison) => (
          <Books key={comparison.provider} {...comparison} />
        ))}
      </Section>
      <Section title={m.open_events()} hint={m.open_events_hint()} none={m.open_events_none()} of={events}>
        <Rows label={m.open_events()} columns={eventColumns()} rows={events.items} keyOf={({ id }) => id} />
      </Section>
    </div>
  )
}

type SectionProps = {
  title: string
  hint: string
  none: string
  of: { readonly count: number; readonly items: readonly unknown[] }
  children: ReactNode
}

function Section({ title, hint, none, of: { count, items }, children }: SectionProps) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2>{title}</h2>
      {count === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <>
          <p className="caption max-w-[65ch]">{hint}</p>
          {children}
          {count > items.length ? (
            <p className="text-muted">{m.today_more({ count: count - items.length })}</p>
          ) : null}
        </>
      )}
    </section>
  )
}

function Rows<Row>(of: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}) {
  const { shown, pages } = usePages(of.rows, of.label)
  return (
    <>
      <DeskTable {...of} rows={shown} />
      {pages}
    </>
  )
}

function Books({ provider, at, outcome, charges, refunds, differences }: Comparison) {
  const values = { provider: providerName(provider), time: adminTime(at), charges, refunds }
  const sentences = {
    agrees: m.open_books_agree,
    differs: m.open_books_differ,
    unreachable: m.open_books_unreachable,
  }
  return (
    <>
      <p>{sentences[outcome](values)}</p>
      {differences.length > 0 ? (
        <Rows
          label={m.open_differences({ provider: providerName(provider) })}
          rows={differences}
          keyOf={({ kind, ref }) => `${kind} ${ref}`}
          columns={[
            { title: m.open_difference(), look: 'long', of: ({ kind }) => differenceText(kind) },
            { title: m.open_ref(), of: ({ ref }) => <span className="num">{ref}</span> },
            { title: m.open_amount(), look: 'amount', of: ({ cents }) => priceText(cents) },
          ]}
        />
      ) : null}
    </>
  )
}

function Owner({ of }: { of: OpenCharge['of'] }) {
  if (!of) return m.money_account_deleted()
  const { kind, id, name } = of
  return (
    <RowLink to={kind === 'order' ? deskHref('adminOrder', { id }) : deskHref('adminAccount', { id })}>
      {kind === 'order' ? m.open_order({ number: printedOrderNumber(name) }) : name}
    </RowLink>
  )
}

const states: Readonly<Record<OpenCharge['state'], () => string>> = {
  submitted: m.open_state_submitted,
  processing: m.open_state_processing,
  unknown: m.open_state_unknown,
  'needs-action': m.open_state_needs_action,
}

function chargeColumns(): readonly Column<OpenCharge>[] {
  return [
    { title: m.money_account(), look: 'long', of: ({ of }) => <Owner of={of} /> },
    { title: m.open_amount(), look: 'amount', of: ({ cents }) => priceText(cents) },
    {
      title: m.open_state(),
      look: 'long',
      of: ({ state, isGivenUp }) => (isGivenUp ? m.open_state_given_up() : states[state]()),
    },
    { title: m.open_since(), look: 'digits', of: ({ since }) => adminTime(since) },
    { title: m.open_asked(), look: 'digits', of: ({ askedAt }) => adminTime(askedAt) },
    actsColumn((charge) => <ChargeActs {...charge} />),
  ]
}

function disputeColumns(): readonly Column<OpenDispute>[] {
  return [
    { title: m.money_account(), look: 'long', of: ({ of }) => <Owner of={of} /> },
    { title: m.open_amount(), look: 'amount', of: ({ cents }) => priceText(cents) },
    { title: m.open_since(), look: 'digits', of: ({ since }) => billingDay(since) },
    {
      title: m.open_due(),
      look: 'digits',
      of: ({ dueAt }) => (dueAt === null ? m.open_due_unknown() : billingDay(dueAt)),
    },
    {
      title: m.open_at_provider(),
      of: ({ url, ref, provider }) =>
        url === null ? (
          <span className="num">{ref}</span>
        ) : (
          <a href={url} target="_blank" rel="noreferrer" className="link inline-block min-h-6">
            {m.open_answer({ provider: providerName(provider) })}
            <span className="sr-only"> {ref}</span>
          </a>
        ),
    },
  ]
}

function eventColumns(): readonly Column<FailedEvent>[] {
  return [
    { title: m.open_event(), look: 'long', of: ({ type }) => type },
    { title: m.open_received(), look: 'digits', of: ({ receivedAt }) => adminTime(receivedAt) },
    { title: m.open_attempts(), look: 'amount', of: ({ attempts }) => attempts },
    { title: m.open_next(), look: 'digits', of: ({ nextAt }) => adminTime(nextAt) },
    { title: m.open_error(), look: 'long', of: ({ error }) => <bdi>{error}</bdi> },
    actsColumn((event) => <EventAct {...event} />),
  ]
}

/** What a reconciliation found; the kind itself where it is a newer one. */
function differenceText(kind: string): string {
  return differences[kind]?.() ?? kind
}

const differences: Readonly<Record<string, () => string>> = {
  'charge-unknown': m.open_charge_unknown,
  'refund-unknown': m.open_refund_unknown,
  'charge-missing': m.open_charge_missing,
  'refund-missing': m.open_refund_missing,
  'amount-differs': m.open_amount_differs,
}

/** 'Stripe'. */
function providerName(provider: string): string {
  return provider.slice(0, 1).toUpperCase() + provider.slice(1)
}
