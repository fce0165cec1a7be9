import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { adminTodayCalls, type Today } from '#contract/desk/today-calls.ts'
import { machineCalls } from '#contract/site/machine-calls.ts'
import { placeOfZone } from '#domain/zone-days.ts'
import { m } from '#messages/generated/messages.js'
import { DeskFrame } from '#web/front/desk/desk-frame.tsx'
import { deskQuery, useDeskRead } from '#web/front/desk/desk-query.ts'
import { deskSections } from '#web/front/desk/desk-sections.ts'
import { usePageTitle } from '#web/platform/layout/page-title.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { Inbox } from './inbox.tsx'
import './today.css'

/** The admin's index (product.md section 2): what waits, the month so far, and the ways to what the admin can do. */
export function Component() {
  usePageTitle(m.today())
  const { data, error, isFetching, refetch } = useDeskRead(adminTodayCalls.today, 'inbox[]')
  const { data: health, isPending: asksHealth } = useQuery(readinessQuery)
  const isLoading = !error && (!data || asksHealth)
  return (
    <DeskFrame>
      <h1>{m.today()}</h1>
      {error && !data ? <FailedRead error={error} busy={isFetching} again={() => refetch()} /> : null}
      {isLoading ? <p role="status">{m.admin_loading()}</p> : null}
      {data && !isLoading ? (
        <>
          {data.inSetUp ? (
            <p className="mb-6 max-w-[65ch]">
              {m.today_not_open()}{' '}
              <Link to={deskHref('adminSetUp')} className="link">
                {m.set_up_page()}
              </Link>
            </p>
          ) : null}
          <div className="today">
            <Inbox inbox={data.inbox} reasons={health?.reasons ?? []} />
            <Month month={data.month} />
          </div>
        </>
      ) : null}
      {/* they would move when the rest arrives */}
      {isLoading ? null : <AllPages />}
    </DeskFrame>
  )
}

function AllPages() {
  return (
    <>
      <h2 className="mt-10">{m.today_pages()}</h2>
      {deskSections
        .filter(({ pages }) => pages.some(({ page }) => page !== 'admin'))
        .map(({ text, pages }) => (
          <section key={text()} aria-label={text()} className="mt-6">
            <h3 className="text-base">{text()}</h3>
            <ul className="mt-2 divide-y divide-line border-y border-line">
              {pages.map(({ page, text: name, lead }) => (
                <li key={page}>
                  <Link to={deskHref(page)} className="grid gap-0.5 py-3.5 sm:grid-cols-[12rem_1fr] sm:gap-6">
                    <span className="link font-medium">{name()}</span>
                    <span className="text-muted">{lead()}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </>
  )
}

const readinessQuery = queryOptions({
  ...deskQuery(machineCalls.healthReady, 'reasons[]'),
  retry: false,
})

/** Four numbers, each with the way to its rows. */
function Month({ month }: { month: Today['month'] }) {
  const heading = useId()
  const { from, to, zone, revenueCents, monthlyCents, seats, accounts, trialsEnded, trialsPaid } = month
  const numbers = [
    { name: m.today_revenue(), value: priceText(revenueCents), to: deskHref('adminMoney', {}, { from, to }) },
    {
      name: m.today_monthly(),
      value: priceText(monthlyCents),
      to: deskHref('adminMoneyChanges', {}, { from, to }),
    },
    {
      name: m.today_seats(),
      value: m.today_seats_in({ seats, count: accounts }),
      to: deskHref('adminPeople', {}, { status: 'active' }),
    },
    {
      name: m.today_trials(),
      value: m.today_trials_of({ paid: trialsPaid, ended: trialsEnded }),
      to: deskHref('adminMoneyChanges', {}, { from, to, step: 'trial-ended' }),
    },
  ]
  return (
    <section aria-labelledby={heading} className="grid content-start gap-3">
      <h2 id={heading}>{m.today_month()}</h2>
      <dl className="today-numbers">
        {numbers.map(({ name, value, to: rows }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Link to={rows} className="link inline-block min-h-6 even-digits">
                {value}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
      <p className="caption">{m.today_month_hint({ from, to, place: placeOfZone(zone) })}</p>
    </section>
  )
}
