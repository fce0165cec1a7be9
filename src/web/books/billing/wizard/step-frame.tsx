import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { m } from '#messages/generated/messages.js'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button, buttonClass } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { type Step, stepHref, stepTitles } from './steps.ts'

/**
 * One step: its name, its fields, and buttons back and forward. The name gets the focus on arrival, for screen readers.
 */
export function StepFrame({
  step,
  lead,
  refusal,
  children,
  footer,
}: {
  step: Step
  lead?: string
  refusal?: string | undefined
  children: ReactNode
  footer?: ReactNode
}) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const first = useRef(true)
  useEffect(() => {
    if (first.current) heading.current?.focus({ preventScroll: true })
    first.current = false
  }, [])
  return (
    <section aria-labelledby={id} className="card mt-6 grid gap-6 p-5 sm:p-7">
      <div>
        <p className="caption">{m.wizard_step_of({ step: String(step) })}</p>
        <h2 id={id} ref={heading} tabIndex={-1} className="mt-1 outline-none">
          {stepTitles[step]()}
        </h2>
        {lead ? <p className="mt-1.5 max-w-[60ch] text-muted">{lead}</p> : null}
      </div>
      {refusal ? <Alert>{refusal}</Alert> : null}
      {children}
      {footer}
    </section>
  )
}

/** A step that is a form: Next submits it. */
export function FormStep({
  step,
  busy = false,
  onSubmit,
  children,
  ...frame
}: Omit<Parameters<typeof StepFrame>[0], 'footer'> & { busy?: boolean; onSubmit: () => void }) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSubmit()
  }
  return (
    <StepFrame step={step} {...frame}>
      <form noValidate className="grid gap-6" onSubmit={submit}>
        {children}
        <StepButtons step={step}>
          <Button type="submit" variant="primary" size="large" busy={busy}>
            {m.wizard_next()}
          </Button>
        </StepButtons>
      </form>
    </StepFrame>
  )
}

/** A button back to the previous step, and those that lead on. */
export function StepButtons({ step, children }: { step: Step; children?: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-3 border-t border-line pt-5 max-sm:flex-col-reverse max-sm:items-stretch">
      {step > 1 ? (
        <Link to={stepHref((step - 1) as Step)} className={buttonClass({ variant: 'quiet', size: 'large' })}>
          {m.wizard_previous()}
        </Link>
      ) : (
        <span className="max-sm:hidden" />
      )}
      {children}
    </div>
  )
}
