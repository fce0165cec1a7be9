import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminMailCalls, type UndeliveredMail } from '#contract/admin/admin-mail-calls.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { adminRead } from '#web/front/desk/admin-read.ts'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { type Column, DeskTable } from '#web/front/desk/desk-table.tsx'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'

/** Mails that were tried in vain or given up, with what the mail server answered. */
export function Component() {
  return (
    <AdminPage title={m.undelivered_mails()}>
      <UndeliveredMails />
    </AdminPage>
  )
}

function UndeliveredMails() {
  const [page, setPage] = useState(0)
  const { data, error, isFetching, refetch } = useQuery(undeliveredMailsQuery(page))
  if (error && !data) return <FailedRead error={error} busy={isFetching} again={() => refetch()} />
  if (!data)
    return (
      <p role="status" className="text-muted">
        {m.admin_loading()}
      </p>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="caption max-w-[65ch]">{m.undelivered_hint()}</p>
      {data.count === 0 ? (
        <p className="text-muted">{m.undelivered_none()}</p>
      ) : (
        <DeskTable
          label={m.undelivered_mails()}
          columns={columns()}
          rows={data.mails}
          keyOf={({ id }) => id}
        />
      )}
      <TablePages table={m.undelivered_mails()} page={page} count={data.count} onPage={setPage} />
    </div>
  )
}

/** A page of them; the one before stays until it is there. */
const undeliveredMailsQuery = (page: number) =>
  queryOptions({
    queryKey: ['admin', 'undelivered mails', page],
    queryFn: ({ signal }) =>
      adminRead(({ mails }) => Array.isArray(mails), adminMailCalls.undeliveredMails, {
        query: { page: String(page) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

function columns(): readonly Column<UndeliveredMail>[] {
  return [
    { title: m.undelivered_recipient(), of: ({ recipient }) => recipient },
    { title: m.undelivered_subject(), look: 'long', of: ({ subject }) => subject },
    { title: m.undelivered_written(), look: 'digits', of: ({ writtenAt }) => adminTime(writtenAt) },
    { title: m.undelivered_attempts(), look: 'amount', of: ({ attempts }) => attempts },
    { title: m.undelivered_next(), look: 'digits', of: nextAttempt },
    { title: m.undelivered_answer(), look: 'long', of: ({ lastAnswer }) => lastAnswer },
  ]
}

function nextAttempt({ nextAttemptAt, endedAt }: UndeliveredMail): string {
  if (endedAt !== null) return m.undelivered_ended({ time: adminTime(endedAt) })
  return nextAttemptAt === null ? '' : adminTime(nextAttemptAt)
}
