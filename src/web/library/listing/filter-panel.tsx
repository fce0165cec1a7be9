import { lazy, Suspense, useMemo } from 'react'
import type { Video } from '#contract/library/library.ts'
import { href } from '#contract/pages.ts'
import { countTags, countVersions, facets } from '#domain/catalogue/facets.ts'
import { type ListingQuery, type Sort, sorts, toggled } from '#domain/catalogue/listing-query.ts'
import { m } from '#messages/generated/messages.js'
import type { Library } from '#web/library/videos/library.ts'
import { carriedHere } from '#web/platform/site/carried.ts'
import { useConfig } from '#web/platform/site/site.ts'
import { Link } from '#web/platform/ui/link.tsx'
import { FilterList, FilterSection, type FilterValue } from './filter-list.tsx'
import { sortLabels } from './filter-summary.tsx'

// visitors have no history
const ViewedFilter = lazy(() => import('./viewed-filter.tsx'))

export type FilterPanelProps = {
  library: Library
  /** Whether all videos are loaded; until then some values are unknown. */
  isWhole: boolean
  listed: readonly Video[]
  query: ListingQuery
  sort: Sort | 'relevance'
  signedIn: boolean
  onChange: (change: Partial<ListingQuery>) => void
}

/** The 'Tag Filter' list, versions, seen videos, and the 'Sort by' list (product.md section 2, Listing). */
export function FilterPanel({ library, isWhole, listed, query, sort, signedIn, onChange }: FilterPanelProps) {
  const all = useMemo(() => countsOf(library, isWhole), [library, isWhole])
  const isAll = listed.length === library.videos.length
  const tagsLeft = isAll || !isWhole ? all.tags : countTags(listed)
  const tags = facets(all.tags, tagsLeft, query.tags).map(({ value, count, total }) => ({
    value,
    label: value,
    ...((isWhole || (isAll && all.known)) && { count }),
    total,
    chosen: query.tags.includes(value),
  }))
  // each further selected version adds videos
  const versionsLeft = isAll || !isWhole || query.versions.length > 0 ? all.versions : countVersions(listed)
  const versions = facets(all.versions, versionsLeft, query.versions).map(({ value, total }) => ({
    value,
    total,
    label: library.versionName(value),
    chosen: query.versions.includes(value),
  }))
  return (
    <div className="grid grid-cols-1 gap-6">
      <FilterList
        title={m.tag_filter()}
        values={tags}
        onChoose={(tag) => onChange({ tags: toggled(query.tags, tag) })}
      />
      <FilterList
        title={m.sort_by()}
        values={sortValues(query, sort)}
        onChoose={(chosen) => onChange({ sort: sorts.find((known) => known === chosen) ?? null })}
      />
      {signedIn ? (
        <Suspense fallback={<div className="h-[7.25rem]" />}>
          <ViewedFilter List={FilterList} query={query} onChange={onChange} />
        </Suspense>
      ) : null}
      <FilterList
        title={m.version_filter()}
        values={versions}
        onChoose={(version) => onChange({ versions: toggled(query.versions, version) })}
      />
      <HelpLinks />
    </div>
  )
}

/** Counts of the whole library if possible, so that nothing moves when the rest arrives. */
function countsOf({ videos }: Library, isWhole: boolean) {
  const known = isWhole ? undefined : carriedHere().labels
  return known
    ? { tags: new Map(known.tags), versions: new Map(known.versions), known: true }
    : { tags: countTags(videos), versions: countVersions(videos), known: isWhole }
}

function sortValues(query: ListingQuery, sort: Sort | 'relevance'): FilterValue[] {
  const offered = query.search ? (['relevance', ...sorts] as const) : sorts
  return offered.map((value) => ({ value, label: sortLabels[value].choice(), chosen: value === sort }))
}

function HelpLinks() {
  const { feedbackUrl } = useConfig()
  return (
    <FilterSection title={m.more_links()}>
      <ul className="grid grid-cols-1 gap-px">
        <li>
          <Link to={href('faq')} className="filter-value">
            {m.faq_link()}
          </Link>
        </li>
        {feedbackUrl ? (
          <li>
            <a href={feedbackUrl} rel="noopener" className="filter-value">
              {m.feedback_link()}
            </a>
          </li>
        ) : null}
      </ul>
    </FilterSection>
  )
}
