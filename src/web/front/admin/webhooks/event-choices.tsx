import { type WebhookEvent, webhookEvents } from '#contract/webhooks/webhook-events.ts'
import { m } from '#messages/generated/messages.js'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'

type EventChoicesProps = {
  chosen: readonly WebhookEvent[]
  onChange: (events: WebhookEvent[]) => void
}

/** A checkbox for each type of event, and one for all. */
export function EventChoices({ chosen, onChange }: EventChoicesProps) {
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
