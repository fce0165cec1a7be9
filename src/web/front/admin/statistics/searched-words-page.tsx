import { useQuery } from '@tanstack/react-query'
import { adminStatisticsCalls, type SearchedWords } from '#contract/admin/library/admin-statistics-calls.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { deskTableQuery } from '#web/front/desk/desk-query.ts'
import type { Column } from '#web/front/desk/desk-table.tsx'
import { PeriodList } from './period-list.tsx'
import { countText } from './statistics-text.ts'
import { usePeriod } from './use-period.tsx'

/** Which words viewers search in what is said, those without a result first. */
export function Component() {
  const place = usePeriod()
  const query = { ...place.period, page: String(place.page) }
  const read = useQuery({
    ...deskTableQuery(adminStatisticsCalls.searchedWords, 'words[]', { query }),
    select: ({ count, words }) => ({ count, rows: words }),
  })
  return (
    <AdminPage title={m.searched_words()}>
      <PeriodList
        title={m.searched_words()}
        hint={m.searched_words_hint()}
        none={m.searched_words_none()}
        place={place}
        query={read}
        columns={columns()}
        keyOf={({ words }) => words}
        csv={adminStatisticsCalls.searchedWordsCsv.path}
      />
    </AdminPage>
  )
}

function columns(): readonly Column<SearchedWords>[] {
  return [
    { title: m.searched_words_column(), of: ({ words }) => <bdi>{words}</bdi> },
    { title: m.searched_searches(), look: 'amount', of: ({ searches }) => countText(searches) },
    { title: m.searched_in_vain(), look: 'amount', of: ({ inVain }) => countText(inVain) },
  ]
}
