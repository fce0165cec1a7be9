import { useQuery } from '@tanstack/react-query'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { textNames } from '#contract/site/site.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { useParams } from '#web/platform/site/router.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { pageWordsQuery, wordsNames } from './word-queries.ts'
import { WordsForm } from './words-form.tsx'
import './words.css'

/** The text of one page in both languages. */
export function Component() {
  const { page } = useParams()
  const name = textNames.find((one) => one === page)
  const { data, error, isFetching, refetch } = useQuery({
    ...pageWordsQuery(name ?? 'landing'),
    enabled: name !== undefined,
  })
  return (
    <AdminPage
      title={name ? wordsNames[name]() : m.words_page()}
      back={{ href: deskHref('adminWords'), text: m.words_page() }}
    >
      {name ? null : <p>{m.words_missing()}</p>}
      {error ? <FailedRead error={error} busy={isFetching} again={() => refetch()} /> : null}
      {name && !data && !error ? <p role="status">{m.admin_loading()}</p> : null}
      {name && data && !error ? <WordsForm key={name} page={name} words={data} /> : null}
    </AdminPage>
  )
}
