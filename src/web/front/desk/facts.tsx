import type { ReactNode } from 'react'

/** Names and values in dense rows. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] border-t border-line text-sm">{children}</dl>
  )
}

/** One fact; a dash without a value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  const isEmpty = children === null || children === undefined || children === ''
  return (
    <div className="col-span-full grid grid-cols-subgrid gap-x-6 border-b border-line py-1.5">
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere even-digits whitespace-pre-line">{isEmpty ? '–' : children}</dd>
    </div>
  )
}
