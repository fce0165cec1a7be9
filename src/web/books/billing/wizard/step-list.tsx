import { Check } from 'lucide-react'
import { m } from '#messages/generated/messages.js'
import { Link } from '#web/platform/ui/link.tsx'
import { type Step, stepHref, stepNames, steps } from './steps.ts'

/** The five steps with the current one; those that can be reached are links. */
export function StepList({ current, open }: { current: Step; open: Step }) {
  return (
    <nav aria-label={m.wizard_steps()} className="mt-6">
      <ol className="flex gap-1.5">
        {steps.map((step) => (
          <li key={step} className="min-w-0 flex-1">
            <Entry step={step} current={current} open={open} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Entry({ step, current, open }: { step: Step; current: Step; open: Step }) {
  const state = step === current ? 'current' : step < current ? 'done' : 'ahead'
  const inside = (
    <>
      <span aria-hidden className={`block h-1 rounded-full ${state === 'ahead' ? 'bg-line' : 'bg-accent'}`} />
      <span className="mt-2 flex items-center gap-1.5 text-[0.8125rem]">
        {state === 'done' ? (
          <Check className="size-3.5 shrink-0 text-accent" aria-hidden />
        ) : (
          <span className="num shrink-0" aria-hidden>
            {step}
          </span>
        )}
        <span className="sr-only">{m.wizard_step_number({ step: String(step) })}</span>
        <span className="truncate max-sm:sr-only">{stepNames[step]()}</span>
      </span>
    </>
  )
  if (state === 'current')
    return (
      <span aria-current="step" className="block py-1 font-medium">
        {inside}
      </span>
    )
  if (step > open) return <span className="block py-1 text-muted">{inside}</span>
  return (
    <Link to={stepHref(step)} className="block py-1 text-muted hover:text-ink">
      {inside}
    </Link>
  )
}
