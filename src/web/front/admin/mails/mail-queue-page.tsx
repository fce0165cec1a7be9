import { useState } from 'react'
import { adminMailCalls, type MailFilter, type MailInQueue } from '#contract/admin/admin-mail-calls.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { useDeskTable } from '#web/front/desk/desk-query.ts'
import { actsColumn, type Column, DeskTable } from '#web/front/desk/desk-table.tsx'
import { LookupForm, useLookedUp } from '#web/front/desk/lookup-form.tsx'
import { choicesOf, SelectField } from '#web/front/desk/select-field.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { useTablePlace } from '#web/front/desk/use-table-place.ts'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'

/** The mails of the last 90 days: what waits, what was delivered, and what the mail server answered. */
export function Component() {
  const lookedUp = useLookedUp()
  const place = useTablePlace()
  const { data, error, isFetching, refetch } = useDeskTable(adminMailCalls.mailQueue, 'mails[]', {
    query: filterAt(lookedUp.query, place),
  })
  const [elsewhere, setElsewhere] = useState<MailInQueue>()
  const again = useDeskChange(adminMailCalls.sendMailAgain, {
    message: m.history_mail_again_prompt(),
    done: m.history_mail_again_done,
  })
  const found = () => (error ? '' : m.mail_queue_found({ count: data?.count ?? 0 }))
  const acts = {
    busy: again.busy,
    onAgain: ({ id }: MailInQueue) => again.send({ mailId: id }),
    onElsewhere: setElsewhere,
  }
  return (
    <AdminPage title={m.mail_queue()}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <LookupForm
          label={m.mail_queue_query()}
          maxLength={254}
          status={lookedUp.waiting || (isFetching && !data) ? m.admin_loading() : found()}
          lookedUp={lookedUp}
        >
          <SelectField
            label={m.mail_queue_show()}
            className="max-w-60"
            value={stateAt(place) ?? ''}
            choices={choicesOf(stateNames, m.mail_queue_all())}
            onChange={(value) => place.setFilter('state', value)}
          />
        </LookupForm>
        <p className="caption max-w-[65ch]">{m.mail_queue_hint()}</p>
        {again.refusal ? <Alert>{again.refusal}</Alert> : null}
        {error && !data ? <FailedRead error={error} busy={isFetching} again={() => refetch()} /> : null}
        {data && data.count > 0 ? (
          <>
            <DeskTable
              label={m.mail_queue()}
              columns={columns(acts)}
              rows={data.mails}
              keyOf={({ id }) => id}
            />
            <TablePages table={m.mail_queue()} page={place.page} count={data.count} onPage={place.setPage} />
          </>
        ) : null}
        {again.dialog}
        <SendElsewhere mail={elsewhere} onClose={() => setElsewhere(undefined)} />
      </div>
    </AdminPage>
  )
}

type Place = ReturnType<typeof useTablePlace>
type QueueState = NonNullable<MailFilter['state']>

const stateNames: Readonly<Record<QueueState, () => string>> = {
  undelivered: m.mail_queue_undelivered,
  waiting: m.mail_queue_waiting,
  refused: m.mail_queue_refused,
  delivered: m.mail_queue_delivered,
}

function stateAt({ filter }: Place): QueueState | undefined {
  const state = filter('state')
  return Object.hasOwn(stateNames, state) ? (state as QueueState) : undefined
}

function filterAt(search: string, place: Place): MailFilter {
  const state = stateAt(place)
  return {
    ...(search !== '' && { search }),
    ...(state && { state }),
    ...(place.page > 0 && { page: String(place.page) }),
  }
}

type Acts = {
  readonly busy: boolean
  readonly onAgain: (mail: MailInQueue) => void
  readonly onElsewhere: (mail: MailInQueue) => void
}

function columns(acts: Acts): readonly Column<MailInQueue>[] {
  return [
    { title: m.mail_queue_recipient(), of: ({ recipient }) => recipient },
    { title: m.mail_queue_subject(), look: 'long', of: ({ subject }) => subject },
    { title: m.mail_queue_written(), look: 'digits', of: ({ writtenAt }) => adminTime(writtenAt) },
    { title: m.mail_queue_state(), look: 'long', of: stateOf },
    { title: m.mail_queue_answer(), look: 'long', of: ({ lastAnswer }) => lastAnswer },
    actsColumn((mail) => <MailActs mail={mail} acts={acts} />),
  ]
}

function stateOf({ state, attempts, nextAttemptAt, endedAt }: MailInQueue): string {
  const time = adminTime(endedAt ?? nextAttemptAt ?? '')
  switch (state) {
    case 'waiting':
      return m.mail_state_waiting()
    case 'put-off':
      return m.mail_state_put_off({ attempts, time })
    case 'refused':
      return m.mail_state_refused({ time })
    case 'given-up':
      return m.mail_state_given_up({ attempts, time })
    case 'unknown':
      return m.mail_state_unknown({ time })
    case 'delivered':
      return m.mail_state_delivered({ time })
  }
}

function MailActs({ mail, acts: { busy, onAgain, onElsewhere } }: { mail: MailInQueue; acts: Acts }) {
  const { subject, recipient, maySendAgain, mayGoElsewhere } = mail
  return (
    <div className="flex flex-wrap gap-2">
      {maySendAgain ? (
        <Button
          busy={busy}
          aria-label={m.mail_again_of({ subject, recipient })}
          onClick={() => onAgain(mail)}
        >
          {m.history_mail_again()}
        </Button>
      ) : null}
      {mayGoElsewhere ? (
        <Button aria-label={m.mail_elsewhere_of({ subject, recipient })} onClick={() => onElsewhere(mail)}>
          {m.mail_elsewhere()}
        </Button>
      ) : null}
    </div>
  )
}

/** Asks for another address for a mail, and sends it there. */
function SendElsewhere({ mail, onClose }: { mail: MailInQueue | undefined; onClose: () => void }) {
  return (
    <Modal title={m.mail_elsewhere_title({ subject: mail?.subject ?? '' })} onClose={onClose}>
      {mail ? <AddressForm key={mail.id} mailId={mail.id} onClose={onClose} /> : null}
    </Modal>
  )
}

function AddressForm({ mailId, onClose }: { mailId: string; onClose: () => void }) {
  const [to, setTo] = useState('')
  const { busy, refusal, faults, submit, dialog } = useDeskChange(adminMailCalls.sendMailAgain, {
    message: m.history_mail_again_prompt(),
    fields: ['to'],
    done: m.history_mail_again_done,
    onDone: () => onClose(),
  })
  return (
    <>
      <form noValidate className="grid gap-4" onSubmit={submit({ mailId, to })}>
        <p className="text-sm">{m.mail_elsewhere_hint()}</p>
        <Field
          type="email"
          label={m.mail_elsewhere_to()}
          autoComplete="off"
          maxLength={254}
          value={to}
          error={faults.to}
          onChange={(event) => setTo(event.target.value)}
        />
        {refusal ? <Alert>{refusal}</Alert> : null}
        <Button type="submit" variant="primary" className="justify-self-end" busy={busy}>
          {m.mail_elsewhere_send()}
        </Button>
      </form>
      {dialog}
    </>
  )
}
