import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#messages/generated/messages.js'
import { faqSections } from '#messages/site-texts.ts'
import { useConfig } from '#web/site/site.ts'
import { RunningText } from './running-text.tsx'
import { TextPage } from './text-page.tsx'

export function Component() {
  const config = useConfig()
  return (
    <TextPage page={m.faq_page()} title={m.faq_title()}>
      <div className="mt-4 text-muted">
        <RunningText text={m.faq_lead({ email: config.seller.email })} />
      </div>
      <div className="mt-8 border-t border-line">
        {faqSections(config).map(({ id, heading, text }) => (
          <Disclosure key={id} id={id} title={heading}>
            <RunningText text={text} />
          </Disclosure>
        ))}
      </div>
    </TextPage>
  )
}

/** A heading that expands and collapses its section; the fragment `#id` opens it. */
function Disclosure({ id, title, children }: { id: string; title: string; children: ReactNode }) {
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
