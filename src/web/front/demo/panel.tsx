import { type ReactNode, useId } from 'react'

type PanelProps = {
  title: string
  lead?: string
  action?: ReactNode
  children: ReactNode
}

/** A box of the demo page with its heading and purpose. */
export function Panel({ title, lead, action, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card">
      <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
        <div>
          <h2 id={id} className="text-[0.9375rem] leading-snug tracking-[-0.006em]">
            {title}
          </h2>
          {lead ? <p className="mt-0.5 text-[0.8125rem] text-muted">{lead}</p> : null}
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}
