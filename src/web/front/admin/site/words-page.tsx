import { deskHref } from '#contract/desk/desk-pages.ts'
import { adminWordCalls } from '#contract/desk/word-calls.ts'
import type { TextName } from '#contract/site/site.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { DeskTable, RowLink } from '#web/front/desk/desk-table.tsx'
import { Loaded } from '#web/front/desk/read-state.tsx'
import { sourceNames, wordsNames } from './word-queries.ts'

/** The pages of text that can be written at the desk. */
export function Component() {
  const read = useDeskRead(adminWordCalls.wordsAtDesk, 'pages[]')
  const places = Object.keys(wordsNames) as TextName[]
  return (
    <AdminPage title={m.words_page()}>
      <Loaded read={read}>
        {({ pages }) => (
          <>
            <p className="max-w-[65ch]">{m.words_lead_long()}</p>
            <DeskTable
              label={m.words_page()}
              columns={[
                {
                  title: m.words_text(),
                  of: ({ name }) => (
                    <RowLink to={deskHref('adminWordsOfPage', { page: name })}>{wordsNames[name]()}</RowLink>
                  ),
                },
                {
                  title: m.words_source(),
                  look: 'long',
                  of: ({ source, fileChanged }) =>
                    fileChanged ? m.words_file_changed_short() : sourceNames[source](),
                },
                {
                  title: m.words_saved_at(),
                  look: 'digits',
                  of: ({ savedAt }) => (savedAt === null ? '–' : adminTime(savedAt)),
                },
              ]}
              rows={pages.toSorted((a, b) => places.indexOf(a.name) - places.indexOf(b.name))}
              keyOf={({ name }) => name}
            />
          </>
        )}
      </Loaded>
    </AdminPage>
  )
}
