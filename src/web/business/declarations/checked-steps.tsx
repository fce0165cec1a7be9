import { formatDay, localDay } from '#domain/dates.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { Button } from '#web/platform/ui/button.tsx'
import { CheckStep, type Fact, Facts } from './check-step.tsx'
import type { DeclarationState } from './use-declaration.ts'

/** The end of every declaration: the second step, which shows what will be sent, and the receipt. */
export function CheckedSteps({
  declaration: { step, received, busy, refusal, back, send },
  email,
  facts,
  lead,
  sendLabel,
  receivedSentence,
  next,
}: {
  declaration: Pick<DeclarationState<never>, 'step' | 'received' | 'busy' | 'refusal' | 'back' | 'send'>
  email: string
  facts: readonly Fact[]
  lead: string
  sendLabel: string
  receivedSentence: (inputs: { moment: string }) => string
  next: string
}) {
  return (
    <>
      {step === 2 ? (
        <CheckStep
          lead={lead}
          facts={facts}
          sendLabel={sendLabel}
          busy={busy}
          refusal={refusal}
          onBack={back}
          onSend={send}
        />
      ) : null}
      {received ? (
        <Receipt
          sentence={receivedSentence({ moment: receivedAtText(received.receivedAt) })}
          next={next}
          email={email}
          facts={facts}
        />
      ) : null}
    </>
  )
}

/** The receipt: what was received, and when. */
function Receipt({
  sentence,
  next,
  email,
  facts,
}: {
  sentence: string
  next: string
  email: string
  facts: readonly Fact[]
}) {
  return (
    <>
      <div role="status" className="grid gap-2">
        <p className="font-medium">{sentence}</p>
        <p className="text-muted">{m.declaration_mailed({ email })}</p>
        <p className="text-muted">{next}</p>
      </div>
      <Facts facts={facts} />
      <Button className="justify-self-start print:hidden" onClick={() => print()}>
        {m.declaration_print()}
      </Button>
    </>
  )
}

/** Formats the time of receipt to the second, with the reader's time zone, because it is legally relevant. */
export function receivedAtText(instant: string): string {
  const moment = new Date(instant)
  const time = new Intl.DateTimeFormat(getLocale(), {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  })
  return `${formatDay(localDay(moment), getLocale())}, ${time.format(moment)}`
}
