import { useQuery } from '@tanstack/react-query'
import { adminStatisticsCalls, type SearchedWords } from '#contract/admin/admin-statistics-calls.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { ScrollingTable } from '#web/front/desk/scrolling-table.tsx'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { DownloadCsv } from './download-csv.tsx'
import { searchedWordsQuery } from './statistics-queries.ts'
import { PeriodFields, usePeriod } from './use-period.tsx'

/** Which words viewers search in what is said, those without a result first. */
export function Component() {
  return (
    <AdminPage title={m.searched_words()}>
      <Searched />
    </AdminPage>
  )
}

function Searched() {
  const { period, page, change } = usePeriod()
  const { data, error, isFetching, refetch } = useQuery(searchedWordsQuery(period, page))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="caption max-w-[65ch]">{m.searched_words_hint()}</p>
      <PeriodFields period={period} change={change} />
      {error && !data ? <FailedRead error={error} busy={isFetching} again={() => refetch()} /> : null}
      {!error && !data ? (
        <p role="status" className="text-muted">
          {m.admin_loading()}
        </p>
      ) : null}
      {data?.count === 0 ? <p className="text-muted">{m.searched_words_none()}</p> : null}
      {data && data.count > 0 ? (
        <>
          <Words words={data.words} />
          <TablePages
            table={m.searched_words()}
            page={page}
            count={data.count}
            onPage={(to) => change('page', String(to + 1))}
          />
          <DownloadCsv path={adminStatisticsCalls.searchedWordsCsv.path} period={period} />
        </>
      ) : null}
    </div>
  )
}

function Words({ words }: { readonly words: readonly SearchedWords[] }) {
  return (
    <ScrollingTable label={m.searched_words()}>
      <thead>
        <tr>
          <th scope="col">{m.searched_words_column()}</th>
          <th scope="col" className="text-right">
            {m.searched_searches()}
          </th>
          <th scope="col" className="text-right">
            {m.searched_in_vain()}
          </th>
        </tr>
      </thead>
      <tbody>
        {words.map((row) => (
          <tr key={row.words}>
            <th scope="row" className="font-normal wrap-anywhere whitespace-normal!">
              <bdi>{row.words}</bdi>
            </th>
            <td className="num text-right">{row.searches}</td>
            <td className="num text-right">{row.inVain}</td>
          </tr>
        ))}
      </tbody>
    </ScrollingTable>
  )
}
