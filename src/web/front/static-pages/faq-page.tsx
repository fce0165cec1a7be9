import { type ReactNode, useState } from 'react'
import { Icon } from '#web/platform/ui/icon.tsx'
import { loadText } from './site-text.ts'
import { TextPage } from './text-page.tsx'
import { TextParts } from './text-parts.tsx'

export const prepare = () => loadText('faq')

export function Component() {
  return (
    <TextPage name="faq">
      {({ lead, sections }) => (
        <>
          <div className="mt-4 text-muted">
            <TextParts parts={lead} />
          </div>
          <div className="mt-8 border-t border-line">
            {sections.map(({ id, heading, parts }) => (
              <Disclosure key={id} id={id} title={heading}>
                <TextParts parts={parts} />
              </Disclosure>
            ))}
          </div>
        </>
      )}
    </TextPage>
  )
}

/** A heading that expands and collapses its section. The fragment `#id` expands it, as a click on the served document did. */
function Disclosure({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const [isOpen] = useState(
    () => location.hash === `#${id}` || document.getElementById(id)?.matches('details[open]'),
  )
  return (
    <details id={id} className="disclosure" open={isOpen || undefined}>
      <summary>
        <h2 className="text-[0.9375rem] leading-normal font-medium tracking-normal">{title}</h2>
        <Icon outline="m6 9 6 6 6-6" className="disclosure-mark size-4 shrink-0 text-muted" />
      </summary>
      <div className="pb-5">{children}</div>
    </details>
  )
}
