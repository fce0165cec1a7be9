import { m } from '#messages/generated/messages.js'
import { faqSections } from '#messages/site-texts.ts'
import { useConfig } from '#web/site/site.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
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
