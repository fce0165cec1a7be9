import { m } from '#messages/generated/messages.js'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'

/** The second step: shows the declaration for review, with the button that sends it. */
export function CheckStep({
  lead,
  facts,
  sendLabel,
  busy,
  refusal,
  onBack,
  onSend,
}: {
  lead: string
  facts: readonly Fact[]
  sendLabel: string
  busy: boolean
  refusal: string | undefined
  onBack: () => void
  onSend: () => void
}) {
  return (
    <>
      <p>{lead}</p>
      <Facts facts={facts} />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <div className="flex items-center justify-between gap-3 border-t border-line pt-5 max-sm:flex-col-reverse max-sm:items-stretch">
        <Button variant="quiet" size="large" onClick={onBack}>
          {m.declaration_change()}
        </Button>
        <Button variant="primary" size="large" busy={busy} onClick={onSend}>
          {sendLabel}
        </Button>
      </div>
    </>
  )
}

/** One field of a declaration; undefined for an empty one. */
export type Fact = readonly [name: string, value: string | undefined]

/** The declared values, verbatim. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid gap-x-6 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
      {facts.map(([name, value]) => (
        <div key={name} className="border-t border-line py-2.5 sm:col-span-2 sm:grid sm:grid-cols-subgrid">
          <dt className="font-medium">{name}</dt>
          <dd className={`break-words whitespace-pre-line ${value ? '' : 'text-muted'}`}>
            {value || m.declaration_nothing()}
          </dd>
        </div>
      ))}
    </dl>
  )
}
