import { useId, useState } from 'react'
import { broadcastCalls } from '#contract/desk/broadcast-calls.ts'
import { broadcastLanguages, broadcastStatuses } from '#contract/desk/broadcast-lists.ts'
import type { BroadcastDraft } from '#contract/desk/broadcasts.ts'
import { m } from '#messages/generated/messages.js'
import { sellerPlace } from '#web/books/billing/billing-day.ts'
import { Form } from '#web/front/desk/fields/form.tsx'
import { textProps } from '#web/front/desk/fields/text-props.ts'
import { useUnsavedWarning } from '#web/front/desk/save-bar.tsx'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Choices } from '#web/platform/ui/choices.tsx'
import { Field } from '#web/platform/ui/field.tsx'
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
  const text = textProps({ fields: draft, change })
  const preview = usePreview(draft)
  const isWritten = draft.subject.trim() !== '' && draft.text.trim() !== ''
  const leaving = useUnsavedWarning(isWritten)
  const test = useDeskChange(broadcastCalls.testBroadcast, {
    message: m.broadcast_test_prompt(),
    done: m.broadcast_tested,
  })
  const order = useOrder(() => {
    setDraft(empty)
    setAt(now)
  })
  const count = preview.data?.recipients
  return (
    <section aria-labelledby={heading} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id={heading}>{m.broadcast_write()}</h2>
      <Form
        className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={() => {
          if (isWritten && count) order.send(draft, at, count)
        }}
      >
        <Recipients draft={draft} change={change} />
        <Field label={m.broadcast_subject()} maxLength={150} {...text('subject')} />
        <TextArea
          label={m.broadcast_text()}
          hint={m.library_description_hint()}
          rows={10}
          maxLength={20_000}
          {...text('text')}
        />
        <BroadcastPreview preview={preview} subject={draft.subject} />
        <MomentRow at={at} onChange={(changed) => setAt({ ...at, ...changed })} />
        {test.refusal ? <Alert>{test.refusal}</Alert> : null}
        <div className="flex flex-wrap gap-3">
          <Button disabled={!isWritten} busy={test.busy} onClick={() => test.send({ ...draft })}>
            {m.broadcast_test()}
          </Button>
          <Button type="submit" variant="primary" disabled={!isWritten || !count}>
            {m.broadcast_order()}
          </Button>
        </div>
      </Form>
      {test.dialog}
      {order.dialog}
      {leaving}
    </section>
  )
}

function MomentRow({ at, onChange }: { at: typeof now; onChange: (changed: Partial<typeof now>) => void }) {
  const moment = textProps({ fields: at, change: onChange })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        type="date"
        label={m.broadcast_day()}
        hint={m.broadcast_day_hint({ place: sellerPlace() })}
        {...moment('day')}
      />
      <Field type="time" label={m.broadcast_time()} {...moment('time')} />
    </div>
  )
}

/** Orders a broadcast, after the password. */
function useOrder(onOrdered: () => void) {
  const { ask, dialog } = useAdminChange(broadcastCalls.orderBroadcast, {
    done: m.broadcast_ordered,
    onDone: () => onOrdered(),
  })
  const send = (draft: BroadcastDraft, { day, time }: typeof now, count: number) =>
    ask({
      message: m.broadcast_order_prompt({ count }),
      body: { ...draft, at: day === '' ? null : { day, time: time || '00:00' } },
    })
  return { send, dialog }
}

type RecipientsProps = {
  draft: BroadcastDraft
  change: (changed: Partial<BroadcastDraft>) => void
}

/** Kind and language of a broadcast, and who gets it. */
function Recipients({ draft: { kind, language, toLanguage, toStatus }, change }: RecipientsProps) {
  const languages = broadcastLanguages.map((value) => ({ value, text: languageNames[value]() }))
  return (
    <>
      <Choices
        label={m.broadcast_kind()}
        stacked
        value={kind}
        choices={[
          { value: 'newsletter', label: m.broadcast_newsletter() },
          { value: 'contract', label: m.broadcast_contract() },
        ]}
        onChange={(chosen) => change({ kind: chosen })}
      />
      <p aria-live="polite" className="text-sm text-muted">
        {kind === 'contract' ? m.broadcast_contract_hint() : m.broadcast_newsletter_hint()}
      </p>
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          label={m.broadcast_language()}
          value={language}
          choices={languages}
          onChange={(chosen) => change({ language: chosen as BroadcastDraft['language'] })}
        />
        <SelectField
          label={m.broadcast_to_language()}
          value={toLanguage ?? ''}
          choices={[{ value: '', text: m.broadcast_all() }, ...languages]}
          onChange={(chosen) => change({ toLanguage: (chosen || null) as BroadcastDraft['toLanguage'] })}
        />
        <SelectField
          label={m.broadcast_to_status()}
          value={toStatus ?? ''}
          choices={[
            { value: '', text: kind === 'contract' ? m.broadcast_running() : m.broadcast_all() },
            ...broadcastStatuses.map((value) => ({ value, text: statusNames[value]() })),
          ]}
          onChange={(chosen) => change({ toStatus: (chosen || null) as BroadcastDraft['toStatus'] })}
        />
      </div>
    </>
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
