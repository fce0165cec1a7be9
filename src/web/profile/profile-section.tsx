import { type ReactNode, useId } from 'react'

/** A part of the profile: its heading and what it is for. */
export function ProfileSection({
  title,
  lead,
  children,
}: {
  title: string
  lead?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div>
        {/* where the focus goes when what had it is gone */}
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {lead ? <p className="mt-1 max-w-[65ch] text-muted">{lead}</p> : null}
      </div>
      {children}
    </section>
  )
}
