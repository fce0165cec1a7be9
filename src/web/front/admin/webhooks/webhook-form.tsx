import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminWebhookCalls } from '#contract/webhooks/webhook-calls.ts'
import { type WebhookEvent, webhookEvents } from '#contract/webhooks/webhook-events.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { type Attempt, firstFault, useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { PasswordField } from '#web/platform/ui/password-field.tsx'
import { SecretShown } from './secret-shown.tsx'
import type { WebhookAtDesk } from './webhook-at-desk.ts'

type Draft = { url: string; events: WebhookEvent[]; active: boolean; password: string; code: string }

/** Adds an endpoint, and shows its secret once; or changes one. Asks for password and second factor. */
export function WebhookForm({ webhook, onClose }: { webhook?: WebhookAtDesk; onClose: () => void }) {
  const client = useQueryClient()
  const [secret, setSecret] = useState<string>()
  const [draft, setDraft] = useState(() => draftOf(webhook))
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const { busy, refusal, faults, submit } = useCall(
    (typed: Draft, attempt) => save(webhook?.id, typed, attempt),
    {
      fields: ['url'],
      check: ({ events }) => (events.length === 0 ? m.webhooks_events_none() : undefined),
      sentenceOf: (problem) => ('url' in problem.errors ? undefined : firstFault(problem)),
      onDone: async ({ body }) => {
        if ('secret' in body) setSecret(body.secret)
        else {
          notify(m.webhooks_saved(), 'success')
          onClose()
        }
        await client.invalidateQueries({ queryKey: ['admin'] })
      },
    },
  )
  if (secret !== undefined) return <SecretShown secret={secret} onClose={onClose} />
  return (
    <form noValidate className="grid gap-5" onSubmit={submit(draft)}>
      <Field
        label={m.webhooks_address()}
        hint={m.webhooks_address_hint()}
        error={faults.url}
        inputMode="url"
        value={draft.url}
        onChange={(event) => change({ url: event.target.value })}
      />
      <EventChoices chosen={draft.events} onChange={(events) => change({ events })} />
      {webhook ? <ActiveBox checked={draft.active} onChange={(active) => change({ active })} /> : null}
      <PasswordField
        label={m.current_password()}
        autoComplete="current-password"
        value={draft.password}
        onChange={(event) => change({ password: event.target.value })}
      />
      <Field
        label={m.backups_code()}
        autoComplete="one-time-code"
        value={draft.code}
        onChange={(event) => change({ code: event.target.value })}
      />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button type="submit" variant="primary" busy={busy} className="justify-self-end">
        {m.webhooks_save()}
      </Button>
    </form>
  )
}

function ActiveBox({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <div>
      <Checkbox
        label={m.webhooks_active()}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <p className="text-[0.8125rem] text-muted">{m.webhooks_active_hint()}</p>
    </div>
  )
}

async function save(id: string | undefined, { active, ...body }: Draft, { keyOf }: Attempt) {
  if (id === undefined) return call(adminWebhookCalls.addWebhook, { body })
  const changed = { ...body, active, id }
  return call(adminWebhookCalls.changeWebhook, { body: changed, idempotencyKey: keyOf(changed) })
}

function draftOf(webhook: WebhookAtDesk | undefined): Draft {
  const events = webhookEvents.filter((event) => !webhook || webhook.events.includes(event))
  return { url: webhook?.url ?? '', events, active: webhook?.active ?? true, password: '', code: '' }
}

type EventChoicesProps = {
  chosen: readonly WebhookEvent[]
  onChange: (events: WebhookEvent[]) => void
}

/** A checkbox for each type of event, and one for all. */
function EventChoices({ chosen, onChange }: EventChoicesProps) {
  const isEach = chosen.length === webhookEvents.length
  return (
    <fieldset>
      <legend className="text-sm font-medium">{m.webhooks_events()}</legend>
      <Checkbox
        label={m.webhooks_events_all()}
        checked={isEach}
        onChange={() => onChange(isEach ? [] : [...webhookEvents])}
      />
      <div className="grid sm:grid-cols-2">
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            label={event}
            checked={chosen.includes(event)}
            onChange={({ target }) =>
              onChange(webhookEvents.filter((one) => (one === event ? target.checked : chosen.includes(one))))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
