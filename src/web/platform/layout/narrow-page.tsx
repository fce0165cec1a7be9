import type { ReactNode } from 'react'
import { usePageTitle } from './page-title.ts'

/** A page with a single form or message. */
export function NarrowPage({ page, title, children }: { page: string; title: string; children: ReactNode }) {
  usePageTitle(page)
  return (
    <div className="mx-auto max-w-sm py-4 sm:py-10">
      <h1>{title}</h1>
      {children}
    </div>
  )
}
