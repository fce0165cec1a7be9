import type { MoneyChange } from '#contract/admin/admin-money-calls.ts'
import { adminMoneyCalls } from '#contract/admin/admin-money-calls.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { m } from '#messages/generated/messages.js'
import { billingDay, sellerPlace } from '#web/books/billing/billing-day.ts'
import { PeriodFields, usePeriod } from '#web/front/admin/statistics/use-period.tsx'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { useDeskTable } from '#web/front/desk/desk-query.ts'
import { type Column, DeskTable, RowLink } from '#web/front/desk/desk-table.tsx'
import { ReadState } from '#web/front/desk/read-state.tsx'
import { choicesOf, SelectField } from '#web/front/desk/select-field.tsx'
import { useTablePlace } from '#web/front/desk/use-table-place.ts'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { priceText } from '#web/platform/site/price-text.ts'
import { changeNames, stepNames, stepOf } from './money-text.ts'

/** The changes behind the numbers of recurring revenue. */
export function Component() {
  const { period, page, setPage, setDay } = usePeriod()
  const { filter, setFilter } = useTablePlace()
  const step = stepOf(filter('step'))
  const read = useDeskTable(adminMoneyCalls.moneyChanges, 'changes[]', {
    query: { ...period, ...(step && { step }), page: String(page) },
  })
  const { data } = read
  return (
    <AdminPage title={m.money_changes()} back={{ href: deskHref('adminMoney'), text: m.money() }}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className="caption max-w-[65ch]">{m.money_changes_hint({ place: sellerPlace() })}</p>
        <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
          <PeriodFields period={period} setDay={setDay} />
          <SelectField
            label={m.money_step()}
            value={step ?? ''}
            choices={choicesOf(changeNames, m.money_step_all())}
            onChange={(value) => setFilter('step', value)}
          />
        </div>
        <ReadState read={read} none={m.money_changes_none()} />
        {data && data.count > 0 ? (
          <>
            <DeskTable
              label={m.money_changes()}
              columns={columns()}
              rows={data.changes}
              keyOf={({ id }) => String(id)}
            />
            <TablePages table={m.money_changes()} page={page} count={data.count} onPage={setPage} />
          </>
        ) : null}
      </div>
    </AdminPage>
  )
}

function columns(): readonly Column<MoneyChange>[] {
  return [
    {
      title: m.money_account(),
      of: ({ account }) =>
        account ? (
          <RowLink to={deskHref('adminAccount', { id: account.id })}>{account.name}</RowLink>
        ) : (
          m.money_account_deleted()
        ),
    },
    {
      title: m.money_day(),
      look: 'digits',
      of: ({ at }) => billingDay(at),
    },
    { title: m.money_step(), of: ({ step }) => stepNames[step]() },
    { title: m.money_before(), of: ({ phaseBefore }) => phaseNames[phaseBefore]() },
    { title: m.money_after(), of: ({ phase }) => phaseNames[phase]() },
    { title: m.money_change(), look: 'amount', of: ({ monthlyChange }) => priceText(monthlyChange) },
    { title: m.money_monthly(), look: 'amount', of: ({ monthlyCents }) => priceText(monthlyCents) },
    {
      title: m.money_seats(),
      look: 'amount',
      of: ({ paidSeats, seatsChange }) =>
        seatsChange === 0
          ? paidSeats
          : `${paidSeats} (${seatsChange > 0 ? '+' : '−'}${Math.abs(seatsChange)})`,
    },
  ]
}

const phaseNames: Readonly<Record<MoneyChange['phase'], () => string>> = {
  none: m.money_phase_none,
  trial: m.money_phase_trial,
  granted: m.money_phase_granted,
  paid: m.money_phase_paid,
  over: m.money_phase_over,
}
