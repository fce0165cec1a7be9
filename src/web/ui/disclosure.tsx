import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** A heading that shows and hides what belongs to it; its address `#id` opens it. */
export function Disclosure({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <details id={id} className="disclosure" open={location.hash === `#${id}` || undefined}>
      <summary>
        <h2 className="text-[0.9375rem] leading-normal font-medium tracking-normal">{title}</h2>
        <ChevronDown className="disclosure-mark size-4 shrink-0 text-muted" aria-hidden />
      </summary>
      <div className="pb-5">{children}</div>
    </details>
  )
}
