import type { TextVersion } from '#contract/site/site.ts'
import { m } from '#messages/generated/messages.js'
import { Tabs } from '#web/platform/ui/tabs.tsx'
import { loadText } from './site-text.ts'
import { Sections, TextPage } from './text-page.tsx'

export const prepare = () => loadText('privacy-policy')

export function Component() {
  return (
    <TextPage name="privacy-policy">
      {(first, versions) => (
        <Tabs
          className="mt-6"
          label={m.privacy_tabs()}
          initial={first.language}
          // the served text in both languages stays in the page, for search engines and for searching the page
          rendersAll
          tabs={versions.toSorted(byName).map((text) => ({
            value: text.language,
            label: <span lang={text.language}>{tabNames[text.language]()}</span>,
            content: (
              <div lang={text.language}>
                <Sections text={text} contents={contentsNames[text.language]()} />
              </div>
            ),
          }))}
        />
      )}
    </TextPage>
  )
}

// English is the first tab in either language
const byName = (a: TextVersion, b: TextVersion) => b.language.localeCompare(a.language)
const tabNames = { en: m.privacy_tab_en, de: m.privacy_tab_de }
const contentsNames = { en: m.privacy_en_contents, de: m.privacy_de_contents }
