import { type ReactNode, useId } from 'react'
import type { SetUpAtDesk } from '#contract/desk/set-up-calls.ts'
import { m } from '#messages/generated/messages.js'

const states = { done: m.set_up_done, missing: m.set_up_missing, wrong: m.set_up_wrong }

type StepProps = {
  title: string
  text: string
  step: SetUpAtDesk['steps'][number]
  children?: ReactNode
}

/** One of the first steps: whether it is done, what it is about, and the form or the way to it. */
export function Step({ title, text, step: { state, needed }, children }: StepProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="card grid grid-cols-[minmax(0,1fr)] gap-3 p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id={heading} className="text-base">
          {title}
        </h2>
        <p className={state === 'done' ? 'text-sm text-muted' : 'text-sm font-medium text-danger'}>
          {states[state]()}
          {needed && state !== 'done' ? <span className="caption"> ({m.set_up_needed()})</span> : null}
        </p>
      </div>
      <p className="max-w-[65ch]">{text}</p>
      {children}
    </section>
  )
}
