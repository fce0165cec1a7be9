import type { ReactNode } from 'react'

/** Tells the controls of several users apart for whoever does not see their rows. */
export function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span>
      {children} <span className="sr-only">{name}</span>
    </span>
  )
}
