import { type ReactNode, useId, useState } from 'react'
import { adminMailCalls } from '#contract/admin/admin-mail-calls.ts'
import { pathOf } from '#contract/call.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { adminPeopleCalls } from '#contract/desk/people-calls.ts'
import type { HistoryEntry, HistoryGroup } from '#contract/desk/person.ts'
import { printedOrderNumber } from '#domain/shop/order-number.ts'
import { m } from '#messages/generated/messages.js'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { useDeskTable } from '#web/front/desk/desk-query.ts'
import { type Column, DeskTable } from '#web/front/desk/desk-table.tsx'
import { ReadState } from '#web/front/desk/read-state.tsx'
import { choicesOf, SelectField } from '#web/front/desk/select-field.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { historyText } from './history-text.ts'

const groups = {
  money: m.history_money,
  mail: m.history_mail,
  login: m.history_login,
  change: m.history_change,
} as const satisfies Record<HistoryGroup, () => string>

/** What happened to an account, newest first, all of it or one kind. */
export function History({ accountId }: { accountId: string }) {
  const heading = useId()
  const [{ group, page }, setPlace] = useState<{ group: HistoryGroup | undefined; page: number }>({
    group: undefined,
    page: 0,
  })
  const read = useDeskTable(adminPeopleCalls.accountHistory, 'entries[]', {
    params: { id: accountId },
    query: { ...(group && { group }), page: String(page) },
  })
  const { data } = read
  const { send, busy, refusal, dialog } = useDeskChange(adminMailCalls.sendMailAgain, {
    message: m.history_mail_again_prompt(),
    done: m.history_mail_again_done,
  })
  return (
    <section aria-labelledby={heading} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id={heading}>{m.account_history()}</h2>
      <p className="caption max-w-[65ch]">{m.history_hint()}</p>
      <SelectField
        label={m.history_filter()}
        className="max-w-60"
        value={group ?? ''}
        choices={choicesOf(groups, m.history_all())}
        onChange={(value) => setPlace({ group: (value || undefined) as HistoryGroup | undefined, page: 0 })}
      />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <ReadState read={read} none={m.history_none()} />
      {data && data.count > 0 ? (
        <>
          <DeskTable
            label={m.history_what()}
            columns={columns((mailId) => send({ accountId, mailId }), busy)}
            rows={data.entries}
            keyOf={(entry) => `${entry.at} ${entry.what} ${entry.id} ${entry.name} ${entry.note}`}
          />
          <TablePages
            table={m.account_history()}
            page={page}
            count={data.count}
            onPage={(next) => setPlace({ group, page: next })}
          />
        </>
      ) : null}
      {dialog}
    </section>
  )
}

function columns(sendAgain: (mailId: string) => unknown, busy: boolean): readonly Column<HistoryEntry>[] {
  return [
    { title: m.history_what(), of: (entry) => <bdi className="font-normal">{historyText(entry)}</bdi> },
    { title: m.history_when(), look: 'digits', of: ({ at }) => <time dateTime={at}>{adminTime(at)}</time> },
    {
      title: m.history_acts(),
      titleHidden: true,
      of: (entry) => actOf(entry, sendAgain, busy),
    },
  ]
}

function actOf(
  { what, id, name, note, maySendAgain }: HistoryEntry,
  sendAgain: (mailId: string) => unknown,
  busy: boolean,
): ReactNode {
  if (id === null) return null
  if (what === 'invoice' || what === 'credit-note') return <PdfLink id={id} number={name ?? ''} />
  if (what === 'order') return <OrderLink id={id} number={name ?? ''} />
  return maySendAgain ? (
    <Button
      busy={busy}
      aria-label={m.history_mail_again_of({ subject: note ?? '' })}
      onClick={() => sendAgain(id)}
    >
      {m.history_mail_again()}
    </Button>
  ) : null
}

/** A link to the PDF of an invoice or credit note. */
export function PdfLink({ id, number }: { id: string; number: string }) {
  return (
    <a
      href={pathOf(adminPeopleCalls.paperPdf.path, { id })}
      download
      className="link inline-block min-h-6"
      aria-label={m.history_pdf_of({ number })}
    >
      {m.history_pdf()}
    </a>
  )
}

/** A link to an order at the desk. */
export function OrderLink({ id, number }: { id: string; number: string }) {
  return (
    <Link
      to={deskHref('adminOrder', { id })}
      className="link inline-block min-h-6"
      aria-label={m.history_open_order({ number: printedOrderNumber(number) })}
    >
      {m.history_open()}
    </Link>
  )
}
