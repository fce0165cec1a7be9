import { type ReactNode, useEffect, useRef } from 'react'
import { m } from '#messages/generated/messages.js'
import { usePageTitle } from '#web/platform/layout/page-title.ts'

/** A page of two steps: the form, and sending the checked declaration. The second step moves the focus to its heading. */
export function DeclarationPage({
  page,
  title,
  step,
  lead,
  children,
}: {
  page: string
  title: string
  step: 1 | 2 | 'received'
  lead: string
  children: ReactNode
}) {
  usePageTitle(page)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus()
    shown.current = step
  }, [step])
  const names = {
    1: m.declaration_fill_in(),
    2: m.declaration_check(),
    received: m.declaration_received_title(),
  }
  return (
    <div className="mx-auto max-w-xl py-4 sm:py-8">
      <h1>{title}</h1>
      {step === 1 ? <p className="mt-3 max-w-[65ch] text-muted">{lead}</p> : null}
      <section className="card mt-6 grid gap-6 p-5 sm:p-7">
        <div>
          {step === 'received' ? null : (
            <p className="caption">{m.declaration_steps_of({ step: String(step) })}</p>
          )}
          <h2 ref={heading} tabIndex={-1} className="mt-1 outline-none">
            {names[step]}
          </h2>
        </div>
        {children}
      </section>
    </div>
  )
}
