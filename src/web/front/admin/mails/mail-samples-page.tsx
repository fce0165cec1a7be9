import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CallReply } from '#contract/call.ts'
import { adminMailSampleCalls, type MailTopic } from '#contract/desk/mail-sample-calls.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { deskQuery } from '#web/front/desk/desk-query.ts'
import { actsColumn, type Column, DeskTable } from '#web/front/desk/desk-table.tsx'
import { choicesOf, SelectField } from '#web/front/desk/select-field.tsx'
import { useTablePlace } from '#web/front/desk/use-table-place.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { MailSample } from './mail-sample.tsx'

/** The mails that the site writes, each as its recipients see it. */
export function Component() {
  return (
    <AdminPage title={m.mail_samples()}>
      <MailSamples />
    </AdminPage>
  )
}

type Mail = CallReply<typeof adminMailSampleCalls.mailSamples>['body']['mails'][number]

const mailSamplesQuery = queryOptions({
  ...deskQuery(adminMailSampleCalls.mailSamples, 'mails[]'),
})

const topicNames: Readonly<Record<MailTopic, () => string>> = {
  users: m.mail_samples_users,
  contracts: m.mail_samples_contracts,
  orders: m.mail_samples_orders,
  site: m.mail_samples_site,
}

function MailSamples() {
  const place = useTablePlace()
  const { data, error, isFetching, refetch } = useQuery(mailSamplesQuery)
  if (error) return <FailedRead error={error} busy={isFetching} again={() => refetch()} />
  if (!data) return <p role="status">{m.admin_loading()}</p>
  const shown = data.mails.find(({ key }) => key === place.filter('mail'))
  if (shown) return <MailSample mailKey={shown.key} onBack={() => place.setFilter('mail', '')} />
  const topic = Object.hasOwn(topicNames, place.filter('about')) ? place.filter('about') : 'users'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="max-w-[65ch]">{m.mail_samples_hint()}</p>
      <SelectField
        label={m.mail_samples_about()}
        className="max-w-60"
        value={topic}
        choices={choicesOf(topicNames)}
        onChange={(about) => place.setFilter('about', about)}
      />
      <DeskTable
        label={m.mail_samples()}
        columns={columns((key) => place.setFilter('mail', key))}
        rows={data.mails.filter((mail) => mail.topic === topic)}
        keyOf={({ key }) => key}
      />
    </div>
  )
}

function columns(show: (key: string) => void): readonly Column<Mail>[] {
  return [
    { title: m.mail_queue_subject(), of: ({ subject }) => subject },
    { title: m.mail_samples_beginning(), look: 'long', of: ({ beginning }) => beginning },
    actsColumn(({ key, subject, beginning }) => (
      <Button aria-label={m.mail_samples_show_of({ subject, beginning })} onClick={() => show(key)}>
        {m.mail_samples_show()}
      </Button>
    )),
  ]
}
