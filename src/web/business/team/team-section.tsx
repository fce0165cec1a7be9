import { type ReactNode, type Ref, useId } from 'react'

/** A tool below the users of an account: its heading, purpose and actions. */
export function TeamSection({
  title,
  lead,
  action,
  heading,
  children,
}: {
  title: string
  lead: string
  action?: ReactNode
  /** Gets the focus when the focused element is removed. */
  heading?: Ref<HTMLHeadingElement>
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 ref={heading} id={id} tabIndex={-1}>
            {title}
          </h2>
          <p className="mt-1 max-w-[65ch] text-muted">{lead}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
