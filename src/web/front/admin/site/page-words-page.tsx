import { useQuery } from '@tanstack/react-query'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { textNames } from '#contract/site/site.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { Loaded } from '#web/front/desk/read-state.tsx'
import { useParams } from '#web/platform/site/router.tsx'
import { pageWordsQuery, wordsNames } from './word-queries.ts'
import { WordsForm } from './words-form.tsx'
import './words.css'

/** The text of one page in both languages. */
export function Component() {
  const { page } = useParams()
  const name = textNames.find((one) => one === page)
  const read = useQuery({
    ...pageWordsQuery(name ?? 'landing'),
    enabled: name !== undefined,
  })
  return (
    <AdminPage
      title={name ? wordsNames[name]() : m.words_page()}
      back={{ href: deskHref('adminWords'), text: m.words_page() }}
    >
      {name ? (
        <Loaded read={read}>{(words) => <WordsForm key={name} page={name} words={words} />}</Loaded>
      ) : (
        <p>{m.words_missing()}</p>
      )}
    </AdminPage>
  )
}
