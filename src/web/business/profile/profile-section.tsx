import { type ReactNode, type RefObject, useId } from 'react'

/** A section of the profile, with its heading and purpose. */
export function ProfileSection({
  title,
  lead,
  heading,
  children,
}: {
  title: string
  lead?: string
  /** Gets the focus when the focused element is removed. */
  heading?: RefObject<HTMLHeadingElement | null>
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div>
        <h2 id={id} ref={heading} tabIndex={heading && -1}>
          {title}
        </h2>
        {lead ? <p className="mt-1 max-w-[65ch] text-muted">{lead}</p> : null}
      </div>
      {children}
    </section>
  )
}
