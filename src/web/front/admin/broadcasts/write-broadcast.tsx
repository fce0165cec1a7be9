import { useId, useState } from 'react'
import { broadcastCalls } from '#contract/desk/broadcast-calls.ts'
import { broadcastLanguages, broadcastStatuses } from '#contract/desk/broadcast-lists.ts'
import type { BroadcastDraft } from '#contract/desk/broadcasts.ts'
import { m } from '#messages/generated/messages.js'
import { sellerPlace } from '#web/books/billing/billing-day.ts'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { usePasswordPrompt } from '#web/platform/layout/password-prompt.tsx'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Choices } from '#web/platform/ui/choices.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { useLeaveWarning } from '#web/platform/ui/leave-warning.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { TextArea } from '#web/platform/ui/text-area.tsx'
import { BroadcastPreview, usePreview } from './broadcast-preview.tsx'

const empty: BroadcastDraft = {
  kind: 'newsletter',
  language: 'en',
  subject: '',
  text: '',
  toLanguage: null,
  toStatus: null,
}
const now = { day: '', time: '' }

/** The form of a new broadcast, with its preview, a test mail and the order. */
export function WriteBroadcast() {
  const heading = useId()
  const [draft, setDraft] = useState(empty)
  const [at, setAt] = useState(now)
  const change = (changed: Partial<BroadcastDraft>) => setDraft((before) => ({ ...before, ...changed }))
  const preview = usePreview(draft)
  const isWritten = draft.subject.trim() !== '' && draft.text.trim() !== ''
  const leaving = useLeaveWarning(isWritten, {
    title: m.desk_leave_title(),
    text: m.desk_leave_text(),
    stay: m.desk_leave_stay(),
    leave: m.desk_leave_leave(),
  })
  const test = useDeskChange(broadcastCalls.testBroadcast, {
    message: m.broadcast_test_prompt(),
    onDone: () => notify(m.broadcast_tested(), 'success'),
  })
  const { ask, dialog } = usePasswordPrompt()
  const order = useAdminChange(broadcastCalls.orderBroadcast, {
    fits: ({ status }) => status === 'ok',
    onDone: () => {
      notify(m.broadcast_ordered(), 'success')
      setDraft(empty)
      setAt(now)
    },
  })
  const count = preview.data?.recipients
  const send = () =>
    ask({
      message: m.broadcast_order_prompt({ count: count ?? 0 }),
      ...order((password) => ({
        body: { ...draft, at: at.day === '' ? null : { day: at.day, time: at.time || '00:00' }, password },
      })),
    })
  return (
    <section aria-labelledby={heading} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id={heading}>{m.broadcast_write()}</h2>
      <form
        noValidate
        className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isWritten && count !== undefined && count > 0) send()
        }}
      >
        <Choices
          label={m.broadcast_kind()}
          stacked
          value={draft.kind}
          choices={[
            { value: 'newsletter', label: m.broadcast_newsletter() },
            { value: 'contract', label: m.broadcast_contract() },
          ]}
          onChange={(kind) => change({ kind })}
        />
        <p aria-live="polite" className="text-sm text-muted">
          {draft.kind === 'contract' ? m.broadcast_contract_hint() : m.broadcast_newsletter_hint()}
        </p>
        <div className="grid gap-4 sm:grid-cols-3">
          <SelectField
            label={m.broadcast_language()}
            value={draft.language}
            choices={broadcastLanguages.map((value) => ({ value, text: languageNames[value]() }))}
            onChange={(language) => change({ language: language as BroadcastDraft['language'] })}
          />
          <SelectField
            label={m.broadcast_to_language()}
            value={draft.toLanguage ?? ''}
            choices={[
              { value: '', text: m.broadcast_all() },
              ...broadcastLanguages.map((value) => ({ value, text: languageNames[value]() })),
            ]}
            onChange={(language) =>
              change({ toLanguage: (language || null) as BroadcastDraft['toLanguage'] })
            }
          />
          <SelectField
            label={m.broadcast_to_status()}
            value={draft.toStatus ?? ''}
            choices={[
              { value: '', text: draft.kind === 'contract' ? m.broadcast_running() : m.broadcast_all() },
              ...broadcastStatuses.map((value) => ({ value, text: statusNames[value]() })),
            ]}
            onChange={(status) => change({ toStatus: (status || null) as BroadcastDraft['toStatus'] })}
          />
        </div>
        <Field
          label={m.broadcast_subject()}
          maxLength={150}
          value={draft.subject}
          onChange={(event) => change({ subject: event.target.value })}
        />
        <TextArea
          label={m.broadcast_text()}
          hint={m.library_description_hint()}
          rows={10}
          maxLength={20_000}
          value={draft.text}
          onChange={(event) => change({ text: event.target.value })}
        />
        <BroadcastPreview preview={preview} subject={draft.subject} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            type="date"
            label={m.broadcast_day()}
            hint={m.broadcast_day_hint({ place: sellerPlace() })}
            value={at.day}
            onChange={(event) => setAt({ ...at, day: event.target.value })}
          />
          <Field
            type="time"
            label={m.broadcast_time()}
            value={at.time}
            onChange={(event) => setAt({ ...at, time: event.target.value })}
          />
        </div>
        {test.refusal ? <Alert>{test.refusal}</Alert> : null}
        <div className="flex flex-wrap gap-3">
          <Button disabled={!isWritten} busy={test.busy} onClick={() => test.send({ ...draft })}>
            {m.broadcast_test()}
          </Button>
          <Button type="submit" variant="primary" disabled={!isWritten || !count}>
            {m.broadcast_order()}
          </Button>
        </div>
      </form>
      {test.dialog}
      {dialog}
      {leaving}
    </section>
  )
}

const languageNames = { en: m.language_en, de: m.language_de }
const statusNames = {
  none: m.people_status_none,
  trial: m.people_status_trial,
  prepaid: m.people_status_prepaid,
  active: m.people_status_active,
  'pending-expiry': m.people_status_pending_expiry,
  cancelled: m.people_status_cancelled,
}
