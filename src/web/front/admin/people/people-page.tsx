import { deskHref } from '#contract/desk/desk-pages.ts'
import type { PeopleFilter, PersonRow, PersonStatus } from '#contract/desk/people.ts'
import { adminPeopleCalls } from '#contract/desk/people-calls.ts'
import { m } from '#messages/generated/messages.js'
import { sellerPlace } from '#web/books/billing/billing-day.ts'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { foundByNames } from '#web/front/desk/desk-found.ts'
import { useDeskTable } from '#web/front/desk/desk-query.ts'
import { type Column, DeskTable, RowLink } from '#web/front/desk/desk-table.tsx'
import { DownloadLink } from '#web/front/desk/download-link.tsx'
import { LookupForm, lookupStatus, useLookedUp } from '#web/front/desk/lookup-form.tsx'
import { choicesOf, SelectField } from '#web/front/desk/select-field.tsx'
import { useTablePlace } from '#web/front/desk/use-table-place.ts'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { priceText } from '#web/platform/site/price-text.ts'
import { deskDay } from './desk-day.ts'
import './people-desk.css'

/** All accounts: searchable, filtered and sorted, ten a page. */
export function Component() {
  const lookedUp = useLookedUp()
  const place = useTablePlace()
  const filter = filterAt(lookedUp.query, place)
  const read = useDeskTable(adminPeopleCalls.people, 'people[]', { query: filter })
  const { data, error } = read
  const { sort: _sort, descending: _descending, page: _page, ...ofFile } = filter
  return (
    <AdminPage title={m.people_page()}>
      <div className="grid gap-4">
        <LookupForm
          label={m.people_query()}
          maxLength={254}
          status={lookupStatus(lookedUp.waiting, read, m.people_found)}
          lookedUp={lookedUp}
        >
          <p className="caption">{data?.more ? m.people_more() : m.people_query_hint()}</p>
        </LookupForm>
        <Filters place={place} />
      </div>
      {data && !error && data.count > 0 ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <DeskTable
            label={m.people_page()}
            columns={columns()}
            rows={data.people}
            keyOf={({ accountId }) => accountId}
            sorting={place.sorting}
            onSort={place.setSorting}
          />
          <TablePages table={m.people_page()} page={place.page} count={data.count} onPage={place.setPage} />
          <p className="caption max-w-[65ch]">{m.people_money_hint({ place: sellerPlace() })}</p>
          <DownloadLink path={adminPeopleCalls.peopleCsv.path} query={ofFile} />
        </div>
      ) : null}
    </AdminPage>
  )
}

type Place = ReturnType<typeof useTablePlace>

const statusNames: Readonly<Record<PersonStatus, () => string>> = {
  none: m.people_status_none,
  trial: m.people_status_trial,
  prepaid: m.people_status_prepaid,
  active: m.people_status_active,
  'pending-expiry': m.people_status_pending_expiry,
  cancelled: m.people_status_cancelled,
}
const paymentNames = { ok: m.people_payment_ok, trouble: m.people_payment_trouble }
const languageNames = { en: m.language_en, de: m.language_de }
const sortable = ['since', 'name', 'until'] as const

/** Returns the filter of a URL, without unknown values. */
function filterAt(search: string, { filter, sorting, page }: Place): PeopleFilter {
  const one = (values: object, name: string) => (Object.hasOwn(values, filter(name)) ? filter(name) : '')
  const sort = sortable.find((value) => value === sorting.by)
  const filters = {
    search,
    status: one(statusNames, 'status'),
    payment: one(paymentNames, 'payment'),
    language: one(languageNames, 'language'),
    sort,
    descending: sort && (sorting.descending ? 'yes' : 'no'),
    page: page === 0 ? '' : String(page),
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as PeopleFilter
}

function Filters({ place }: { place: Place }) {
  const select = (name: string, label: string, names: Readonly<Record<string, () => string>>) => (
    <SelectField
      label={label}
      value={place.filter(name)}
      choices={choicesOf(names, m.people_filter_all())}
      onChange={(value) => place.setFilter(name, value)}
    />
  )
  return (
    <fieldset className="people-filters" aria-label={m.people_filters()}>
      {select('status', m.people_status(), statusNames)}
      {select('payment', m.people_payment(), paymentNames)}
      {select('language', m.people_language(), languageNames)}
    </fieldset>
  )
}

function columns(): readonly Column<PersonRow>[] {
  return [
    {
      title: m.people_name(),
      sort: 'name',
      of: ({ accountId, name, email, confirmed, foundBy }) => (
        <>
          <RowLink to={deskHref('adminAccount', { id: accountId })}>{name}</RowLink>
          <span className="people-detail">
            {email}
            {confirmed ? null : ` ${m.admin_account_unconfirmed()}`}
          </span>
          {foundBy && foundBy !== 'contact' ? (
            <span className="people-detail">{foundByNames[foundBy]()}</span>
          ) : null}
        </>
      ),
    },
    {
      title: m.people_status(),
      of: ({ status, payment, pausedFrom }) => (
        <>
          {statusNames[status]()}
          {pausedFrom ? (
            <span className="block text-muted">{m.people_paused({ date: deskDay(pausedFrom) })}</span>
          ) : null}
          {payment === 'trouble' ? (
            <span className="people-trouble">{m.people_payment_trouble()}</span>
          ) : null}
        </>
      ),
    },
    {
      title: m.people_users(),
      look: 'amount',
      of: ({ users, seats }) => (seats === 0 ? users : m.people_users_of({ users, seats })),
    },
    { title: m.people_since(), sort: 'since', look: 'digits', of: ({ since }) => deskDay(since) },
    { title: m.people_until(), sort: 'until', look: 'digits', of: ({ until }) => until && deskDay(until) },
    { title: m.people_revenue(), look: 'amount', of: ({ revenueCents }) => priceText(revenueCents) },
    {
      title: m.people_seen(),
      look: 'digits',
      of: ({ lastSeenAt }) => lastSeenAt && deskDay(lastSeenAt),
    },
    { title: m.people_language(), of: ({ language }) => languageNames[language]() },
  ]
}
