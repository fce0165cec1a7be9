import { m } from '#messages/generated/messages.js'
import { privacySections, privacySectionsInGerman } from '#messages/site-texts.ts'
import { useConfig } from '#web/site/site.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { Sections, TextPage } from './text-page.tsx'

export function Component() {
  const config = useConfig()
  const product = config.productName
  return (
    <TextPage page={m.privacy_page()} title={m.privacy_title()}>
      <Tabs
        className="mt-6"
        label={m.privacy_tabs()}
        tabs={[
          {
            value: 'en',
            label: m.privacy_tab_en(),
            content: (
              <Sections
                lead={m.privacy_lead({ product })}
                sections={privacySections(config)}
                contents={m.contents()}
              />
            ),
          },
          {
            value: 'de',
            label: <span lang="de">{m.privacy_tab_de()}</span>,
            content: (
              <div lang="de">
                <Sections
                  lead={m.privacy_de_lead({ product })}
                  sections={privacySectionsInGerman(config)}
                  contents={m.privacy_de_contents()}
                />
              </div>
            ),
          },
        ]}
      />
    </TextPage>
  )
}
