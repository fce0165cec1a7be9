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
          // the text stays on the page in both languages, for search engines and the browser's search
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

// English is the first tab in both languages
const byName = (a: TextVersion, b: TextVersion) => b.language.localeCompare(a.language)
const tabNames = { en: m.privacy_tab_en, de: m.privacy_tab_de }
const contentsNames = { en: m.privacy_en_contents, de: m.privacy_de_contents }
