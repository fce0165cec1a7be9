import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** An error message of the form above or below, announced at once. */
export function Alert({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="flex gap-2.5 rounded-control bg-danger-soft px-3 py-2.5 text-sm text-danger">
      <Icon name="alert" className="mt-0.5 size-4 shrink-0" />
      <p className="min-w-0">{children}</p>
    </div>
  )
}
