import { useState } from 'react'
import { adminGroupCalls } from '#contract/admin/library/admin-group-calls.ts'
import type { DeskVideoRow, VideoFilter } from '#contract/admin/library/admin-library.ts'
import { adminLibraryCalls } from '#contract/admin/library/admin-library-calls.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { minutesAndSeconds } from '#domain/durations.ts'
import { m } from '#messages/generated/messages.js'
import { FilmDrop } from '#web/front/admin/uploads/film-drop.tsx'
import { FilmJobs } from '#web/front/admin/uploads/film-jobs.tsx'
import { UploadList } from '#web/front/admin/uploads/upload-list.tsx'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { useDeskTable } from '#web/front/desk/desk-query.ts'
import { type Column, DeskTable, RowLink } from '#web/front/desk/desk-table.tsx'
import { DownloadLink } from '#web/front/desk/download-link.tsx'
import { LookupForm, lookupStatus, useLookedUp } from '#web/front/desk/lookup-form.tsx'
import { choicesOf, SelectField } from '#web/front/desk/select-field.tsx'
import { offerUndo } from '#web/front/desk/undo-toast.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { useTablePlace } from '#web/front/desk/use-table-place.ts'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { BulkActs } from './bulk-acts.tsx'
import { useCategoryNames } from './category-names.ts'
import { NewFilm } from './new-film.tsx'
import { StateBadge, stateNames } from './video-state.tsx'
import './library-desk.css'

/** The films of the library, with drafts and the trash: found, filtered and sorted, ten a page. */
export function Component() {
  const lookedUp = useLookedUp()
  const place = useTablePlace()
  const categories = useCategoryNames()
  const [isAdding, setAdding] = useState(false)
  const filter = filterAt(lookedUp.query, place)
  const { page: _, ...ofFile } = filter
  const read = useDeskTable(adminLibraryCalls.deskVideos, 'videos[]', { query: filter })
  const { data, error } = read
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const undo = useDeskChange(adminGroupCalls.undoVideos, {
    message: m.library_prompt(),
    done: m.library_films_undone,
  })
  return (
    <AdminPage title={m.library_films()}>
      <div className="grid gap-4">
        <Button variant="primary" className="justify-self-start" onClick={() => setAdding(true)}>
          {m.library_film_add()}
        </Button>
        <FilmDrop label={m.library_films_upload()} />
        <UploadList />
        <FilmJobs />
        <LookupForm
          label={m.library_films_query()}
          maxLength={200}
          status={lookupStatus(lookedUp.waiting, read, m.library_films_found)}
          lookedUp={lookedUp}
        />
        <Filters place={place} categories={categories} />
      </div>
      {data && !error && data.count > 0 ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <FoundFilms
            films={data.videos}
            {...{ place, categories, chosen, setChosen }}
            undo={(videos) => undo.send({ videos })}
          />
          <TablePages table={m.library_films()} page={place.page} count={data.count} onPage={place.setPage} />
          <DownloadLink path={adminLibraryCalls.deskVideosCsv.path} query={ofFile} />
        </div>
      ) : null}
      {undo.refusal ? <Alert>{undo.refusal}</Alert> : null}
      {undo.dialog}
      {isAdding ? <NewFilm categories={categories} onClose={() => setAdding(false)} /> : null}
    </AdminPage>
  )
}

type Place = ReturnType<typeof useTablePlace>
type Named = readonly { readonly value: string; readonly text: string }[]

type FoundFilmsProps = {
  films: readonly DeskVideoRow[]
  place: Place
  categories: Named
  chosen: ReadonlySet<string>
  setChosen: (chosen: ReadonlySet<string>) => void
  undo: (changed: { id: string; version: number }[]) => void
}

/** The films of a page, with what can be done to all that are chosen. */
function FoundFilms({ films, place, categories, chosen, setChosen, undo }: FoundFilmsProps) {
  // what is chosen counts only while it is in sight
  const ofPage = films.filter(({ id }) => chosen.has(id))
  return (
    <>
      {ofPage.length > 0 ? (
        <BulkActs
          videos={ofPage}
          categories={categories}
          onDone={(videos) => {
            setChosen(new Set())
            offerUndo(m.library_films_changed({ count: videos.length }), () => undo([...videos]))
          }}
        />
      ) : null}
      <DeskTable
        label={m.library_films()}
        columns={columnsWith(categories)}
        rows={films}
        keyOf={({ id }) => id}
        sorting={place.sorting}
        onSort={place.setSorting}
        chosen={{
          keys: chosen,
          change: setChosen,
          nameOf: (id) => m.library_choose({ title: films.find((one) => one.id === id)?.title ?? id }),
          allLabel: m.library_choose_all(),
        }}
      />
    </>
  )
}

const yesOrNo = ['yes', 'no'] as const
const sortable = ['changed', 'title', 'published', 'duration'] as const

/** Returns the filter of a URL, without unknown values. */
function filterAt(search: string, { filter, sorting, page }: Place): VideoFilter {
  const one = <Value extends string>(values: readonly Value[], name: string) =>
    values.find((value) => value === filter(name))
  const filters = {
    search,
    state: one(Object.keys(stateNames) as VideoFilter['state'][] as readonly string[], 'state'),
    captions: one(yesOrNo, 'captions'),
    storyboard: one(yesOrNo, 'storyboard'),
    free: one(yesOrNo, 'free'),
    category: filter('category'),
    tag: filter('tag'),
    sort: sortable.find((value) => value === sorting.by),
    descending: sorting.descending ? 'yes' : '',
    page: page === 0 ? '' : String(page),
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as VideoFilter
}

function Filters({ place, categories }: { place: Place; categories: Named }) {
  const select = (name: string, label: string, choices: Named) => (
    <SelectField
      label={label}
      value={place.filter(name)}
      choices={[{ value: '', text: m.library_filter_all() }, ...choices]}
      onChange={(value) => place.setFilter(name, value)}
    />
  )
  const has = [
    { value: 'yes', text: m.library_filter_with() },
    { value: 'no', text: m.library_filter_without() },
  ]
  return (
    <fieldset className="library-filters" aria-label={m.library_filters()}>
      {select('state', m.library_state(), choicesOf(stateNames))}
      {select('category', m.library_category(), categories)}
      {select('captions', m.library_captions(), has)}
      {select('storyboard', m.library_storyboard(), has)}
      {select('free', m.library_free(), [
        { value: 'yes', text: m.desk_yes() },
        { value: 'no', text: m.desk_no() },
      ])}
      <TagFilter key={place.filter('tag')} place={place} />
    </fieldset>
  )
}

function columnsWith(categories: Named): readonly Column<DeskVideoRow>[] {
  const names = new Map(categories.map(({ value, text }) => [value, text]))
  return [
    {
      title: m.library_title(),
      sort: 'title',
      of: ({ id, title }) => <RowLink to={deskHref('adminFilm', { id })}>{title}</RowLink>,
    },
    { title: m.library_state(), of: ({ state }) => <StateBadge state={state} /> },
    { title: m.library_published(), sort: 'published', look: 'digits', of: ({ published }) => published },
    {
      title: m.library_category(),
      look: 'long',
      of: ({ categoryId }) => (categoryId === null ? null : names.get(categoryId)),
    },
    {
      title: m.library_duration(),
      sort: 'duration',
      look: 'amount',
      of: ({ durationSeconds }) => (durationSeconds === null ? null : minutesAndSeconds(durationSeconds)),
    },
    { title: m.library_notes(), look: 'long', of: notesOf },
    {
      title: m.library_changed(),
      sort: 'changed',
      look: 'digits',
      of: ({ changedAt }) => (changedAt === null ? null : adminTime(changedAt)),
    },
  ]
}

/** What is special about it, and what it lacks. */
function notesOf({ free, durationSeconds, hasCaptions, hasStoryboard }: DeskVideoRow): string {
  const notes = [
    free && m.library_note_free(),
    durationSeconds === null && m.library_note_no_film(),
    durationSeconds !== null && !hasCaptions && m.library_note_no_captions(),
    durationSeconds !== null && !hasStoryboard && m.library_note_no_storyboard(),
  ]
  return notes.filter(Boolean).join(', ')
}

/** Filters by a tag, once it is typed. */
function TagFilter({ place }: { place: ReturnType<typeof useTablePlace> }) {
  const stored = place.filter('tag')
  const [tag, setTag] = useState(stored)
  const ask = () => {
    if (tag.trim() !== stored) place.setFilter('tag', tag.trim())
  }
  return (
    <Field
      label={m.library_tag()}
      autoComplete="off"
      autoCapitalize="none"
      maxLength={60}
      value={tag}
      onChange={(event) => setTag(event.target.value)}
      onBlur={ask}
      onKeyDown={(event) => event.key === 'Enter' && ask()}
    />
  )
}
