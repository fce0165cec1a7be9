import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { adminLibraryCalls } from '#contract/admin/library/admin-library-calls.ts'
import { m } from '#messages/generated/messages.js'
import { deskTableQuery } from '#web/front/desk/desk-query.ts'
import { SortableList } from '#web/front/desk/sortable-list.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'

type SeriesFilmsProps = {
  videoIds: readonly string[]
  onChange: (videoIds: readonly string[]) => void
}

/** The films of a series: found by title, put in teaching order, taken out. */
export function SeriesFilms({ videoIds, onChange }: SeriesFilmsProps) {
  const [search, setSearch] = useState('')
  const asked = useDeferredValue(search.trim())
  const { data } = useQuery({
    ...deskTableQuery(adminLibraryCalls.deskVideos, 'videos[]', { query: { search: asked } }),
    enabled: asked !== '',
  })
  const found = asked === '' ? [] : (data?.videos ?? []).filter(({ id }) => !videoIds.includes(id))
  return (
    <div className="grid gap-3">
      <p className="text-sm font-medium">{m.library_films()}</p>
      <SortableList
        label={m.library_films()}
        items={videoIds}
        keyOf={(id) => id}
        nameOf={(id) => id}
        onOrder={onChange}
      >
        {(id) => (
          <>
            <span className="wrap-anywhere min-w-0 flex-1 text-sm">{id}</span>
            <Button
              variant="quiet"
              size="icon"
              aria-label={m.library_label_remove({ label: id })}
              onClick={() => onChange(videoIds.filter((other) => other !== id))}
            >
              <X className="size-4" aria-hidden />
            </Button>
          </>
        )}
      </SortableList>
      <Field
        label={m.library_series_film_add()}
        autoComplete="off"
        maxLength={200}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {found.length > 0 ? (
        <ul className="grid gap-1">
          {found.map(({ id, title }) => (
            <li key={id}>
              <Button
                className="w-full"
                onClick={() => {
                  onChange([...videoIds, id])
                  setSearch('')
                }}
              >
                <bdi className="truncate">{title}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
