import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminMailCalls, type UndeliveredMail } from '#contract/admin/admin-mail-calls.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { adminRead } from '#web/front/desk/admin-read.ts'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { ScrollingTable } from '#web/front/desk/scrolling-table.tsx'
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
      {data.count === 0 ? <p className="text-muted">{m.undelivered_none()}</p> : <Mails mails={data.mails} />}
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

function Mails({ mails }: { mails: readonly UndeliveredMail[] }) {
  return (
    <ScrollingTable label={m.undelivered_mails()}>
      <thead>
        <tr>
          <th scope="col">{m.undelivered_recipient()}</th>
          <th scope="col">{m.undelivered_subject()}</th>
          <th scope="col">{m.undelivered_written()}</th>
          <th scope="col" className="text-right">
            {m.undelivered_attempts()}
          </th>
          <th scope="col">{m.undelivered_next()}</th>
          <th scope="col">{m.undelivered_answer()}</th>
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => (
          <tr key={mail.id} className="align-baseline">
            <th scope="row" className="font-normal">
              {mail.recipient}
            </th>
            <td className="min-w-40 break-words whitespace-normal!">{mail.subject}</td>
            <td className="num">{adminTime(mail.writtenAt)}</td>
            <td className="num text-right">{mail.attempts}</td>
            <td className="num">{nextAttempt(mail)}</td>
            <td className="min-w-64 break-words whitespace-normal!">{mail.lastAnswer}</td>
          </tr>
        ))}
      </tbody>
    </ScrollingTable>
  )
}

function nextAttempt({ nextAttemptAt, endedAt }: UndeliveredMail): string {
  if (endedAt !== null) return m.undelivered_ended({ time: adminTime(endedAt) })
  return nextAttemptAt === null ? '' : adminTime(nextAttemptAt)
}
