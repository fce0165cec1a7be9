import { m } from '#messages/generated/messages.js'
import { termsSections } from '#messages/site-texts.ts'
import { useConfig } from '#web/site/site.ts'
import { Sections, TextPage } from './text-page.tsx'

export function Component() {
  const config = useConfig()
  const lead = m.terms_lead({ seller: config.seller.name, product: config.productName })
  return (
    <TextPage page={m.terms_page()} title={m.terms_title()}>
      <Sections lead={lead} sections={termsSections(config)} contents={m.contents()} />
    </TextPage>
  )
}
