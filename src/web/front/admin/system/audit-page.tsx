import { useQuery } from '@tanstack/react-query'
import type { CallReply } from '#contract/call.ts'
import type { AuditEntry, AuditFilter } from '#contract/desk/audit.ts'
import { auditActions } from '#contract/desk/audit-actions.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { adminSystemCalls } from '#contract/desk/system-calls.ts'
import { isDay } from '#domain/dates.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { auditText, isAuditAction } from '#web/front/desk/audit-text.ts'
import { deskQuery, useDeskTable } from '#web/front/desk/desk-query.ts'
import { type Column, DeskTable, RowLink } from '#web/front/desk/desk-table.tsx'
import { DownloadLink } from '#web/front/desk/download-link.tsx'
import { LookupForm, lookupStatus, useLookedUp } from '#web/front/desk/lookup-form.tsx'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { useTablePlace } from '#web/front/desk/use-table-place.ts'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'

/** The audit log, newest first: what was changed by whom, when and from where. */
export function Component() {
  return (
    <AdminPage title={m.audit_log()}>
      <Entries />
      <VerifyAudit />
    </AdminPage>
  )
}

type Place = ReturnType<typeof useTablePlace>

function Entries() {
  const lookedUp = useLookedUp()
  const place = useTablePlace()
  const filter = filterAt(lookedUp.query, place)
  const read = useDeskTable(adminSystemCalls.auditLog, 'entries[]', { query: filter })
  const { data, error } = read
  const { page: _page, ...ofFile } = filter
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-4">
        <LookupForm
          label={m.audit_query()}
          maxLength={254}
          status={lookupStatus(lookedUp.waiting, read, m.audit_found)}
          lookedUp={lookedUp}
        >
          <p className="caption">{m.audit_query_hint()}</p>
        </LookupForm>
        <Filters place={place} />
      </div>
      {data && !error && data.count > 0 ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <DeskTable
            label={m.audit_log()}
            columns={columns()}
            rows={data.entries}
            keyOf={({ position }) => String(position)}
          />
          <TablePages table={m.audit_log()} page={place.page} count={data.count} onPage={place.setPage} />
          <DownloadLink path={adminSystemCalls.auditCsv.path} query={ofFile} />
        </div>
      ) : null}
    </div>
  )
}

/** Returns the filter of a URL, without unknown values. */
function filterAt(search: string, { filter, page }: Place): AuditFilter {
  const day = (name: string) => (isDay(filter(name)) ? filter(name) : '')
  const action = filter('action')
  const filters = {
    search,
    action: isAuditAction(action) ? action : '',
    from: day('from'),
    to: day('to'),
    page: page === 0 ? '' : String(page),
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as AuditFilter
}

function Filters({ place: { filter, setFilter } }: { place: Place }) {
  const actions = auditActions
    .map((value) => ({ value, text: auditText(value) }))
    .toSorted((one, other) => one.text.localeCompare(other.text))
  return (
    <fieldset
      className="grid max-w-3xl items-start gap-x-5 gap-y-3 sm:grid-cols-[2fr_1fr_1fr]"
      aria-label={m.audit_filters()}
    >
      <SelectField
        label={m.audit_action()}
        value={filter('action')}
        choices={[{ value: '', text: m.audit_all() }, ...actions]}
        onChange={(value) => setFilter('action', value)}
      />
      {(['from', 'to'] as const).map((name) => (
        <Field
          key={name}
          type="date"
          label={name === 'from' ? m.audit_from() : m.audit_to()}
          value={filter(name)}
          onChange={(event) => setFilter(name, event.target.value)}
        />
      ))}
    </fieldset>
  )
}

function columns(): readonly Column<AuditEntry>[] {
  return [
    {
      title: m.audit_action(),
      of: ({ action }) => auditText(action),
    },
    { title: m.audit_at(), look: 'digits', of: ({ at }) => adminTime(at) },
    { title: m.audit_target(), look: 'long', of: (entry) => <Target entry={entry} /> },
    {
      title: m.audit_actor(),
      look: 'long',
      of: ({ actor, actingAs }) => (
        <>
          {actor === null ? m.audit_actor_gone() : <bdi>{actor}</bdi>}
          {actingAs === null ? null : ` ${m.audit_acting_as({ name: actingAs })}`}
        </>
      ),
    },
    { title: m.audit_network(), look: 'digits', of: ({ network }) => network },
    { title: m.audit_facts(), look: 'long', of: (entry) => <Facts entry={entry} /> },
  ]
}

function Target({ entry: { target, account } }: { entry: AuditEntry }) {
  if (account === null) return target
  return <RowLink to={deskHref('adminAccount', { id: target })}>{account}</RowLink>
}

/** Each value before and after. */
function Facts({ entry: { before, after } }: { entry: AuditEntry }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (names.length === 0) return null
  return (
    <ul className="text-sm">
      {names.map((name) => (
        <li key={name}>
          {before === null
            ? `${name}: ${said(after?.[name])}`
            : m.audit_fact({ name, before: said(before[name]), after: said(after?.[name]) })}
        </li>
      ))}
    </ul>
  )
}

function said(value: unknown): string {
  if (value === undefined || value === null) return m.audit_nothing()
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Verifies the audit log when asked to. */
function VerifyAudit() {
  const { data, error, isFetching, refetch } = useQuery({
    ...deskQuery(adminSystemCalls.verifyAudit, undefined),
    enabled: false,
    gcTime: 0,
  })
  return (
    <section aria-labelledby="verify-audit" className="grid max-w-[65ch] justify-items-start gap-3">
      <h2 id="verify-audit">{m.audit_verify()}</h2>
      <p>{m.audit_verify_lead()}</p>
      <Button busy={isFetching} onClick={() => refetch()}>
        {m.audit_verify()}
      </Button>
      <p role="status" className="wrap-anywhere">
        {isFetching ? null : (error?.message ?? (data && outcome(data)))}
      </p>
    </section>
  )
}

function outcome(found: CallReply<typeof adminSystemCalls.verifyAudit>['body']): string {
  if ('faultAt' in found)
    return found.fault === 'missing'
      ? m.audit_missing({ position: found.faultAt })
      : m.audit_changed({ position: found.faultAt })
  return found.entries === 0
    ? m.audit_empty()
    : m.audit_intact({ entries: found.entries, hash: found.newestHash })
}
