import type { ReactNode } from 'react'

/** Replaces missing content: a message, and one way on. */
export function EmptyState({
  title,
  children,
  action,
  level = 1,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** 1 for the page's own heading. */
  level?: 1 | 2
}) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-3 py-16 text-center sm:py-24">
      <Heading className={level === 1 ? '' : 'text-base'}>{title}</Heading>
      {children ? <div className="text-muted">{children}</div> : null}
      {action ? <div className="mt-3 flex flex-wrap justify-center gap-3">{action}</div> : null}
    </div>
  )
}
