import { CheckStep, type Fact } from './check-step.tsx'
import { Receipt } from './receipt.tsx'
import { receivedAtText } from './received-at.ts'
import type { DeclarationState } from './use-declaration.ts'

/** What every declaration ends with: the second step, which shows what will be sent, and the receipt. */
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
