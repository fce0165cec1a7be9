import { m } from '#messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { type Fact, Facts } from './check-step.tsx'

/** What was received, and when: to be kept. */
export function Receipt({
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
