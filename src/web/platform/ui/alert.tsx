import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** What went wrong with the form above or below; read out at once. */
export function Alert({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="flex gap-2.5 rounded-control bg-danger-soft px-3 py-2.5 text-sm text-danger">
      <Icon name="alert" className="mt-0.5 size-4 shrink-0" />
      <p className="min-w-0">{children}</p>
    </div>
  )
}
