import { useQuery } from '@tanstack/react-query'
import { Heart, Link2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Video } from '#contract/library/library.ts'
import { categoryHref, href } from '#contract/pages.ts'
import { everything, listingParameters } from '#domain/catalogue/listing-query.ts'
import { isoDuration, minutesAndSeconds } from '#domain/durations.ts'
import { m } from '#messages/generated/messages.js'
import { asksForComments } from '#web/library/comments/asked-comments.ts'
import { Description, needsMarkdown } from '#web/library/videos/description.tsx'
import type { Library } from '#web/library/videos/library.ts'
import { publishedLabel, shownDay } from '#web/library/videos/shown.ts'
import type { LibraryViewer } from '#web/library/videos/viewing.ts'
import { useFavourite, useMarkUnseen } from '#web/library/videos/viewing-changes.ts'
import { videoTextQuery } from '#web/platform/site/queries.ts'
import { useLocation } from '#web/platform/site/router.tsx'
import { useSwitched } from '#web/platform/site/site.ts'
import { useLocalState } from '#web/platform/site/store.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'
import { Tabs } from '#web/platform/ui/tabs.tsx'
import { CodeBlock } from './code-block.tsx'

const Comments = lazy(() => import('#web/library/comments/comments.tsx'))

type VideoInfoProps = {
  video: Video
  library: Library | undefined
  viewer: LibraryViewer
  /** Undefined without a film to link to. */
  onCopyLink: (() => void) | undefined
}

/** The Info tab (product.md section 2, Video page). */
function VideoInfo({ video, library, viewer, onCopyLink }: VideoInfoProps) {
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2 empty:hidden">
        {viewer.session ? <ViewerButtons video={video} viewer={viewer} /> : null}
        {onCopyLink ? (
          <Button onClick={onCopyLink}>
            <Link2 className="size-4" aria-hidden />
            {m.copy_link()}
          </Button>
        ) : null}
        {viewer.session ? <Autoplay /> : null}
      </div>
      {video.description.trim() ? (
        <VideoDescription video={video} />
      ) : (
        <p className="text-muted">{m.no_description()}</p>
      )}
      <Facts video={video} library={library} />
    </div>
  )
}

function VideoDescription({ video: { id, description } }: { video: Video }) {
  const { data } = useQuery({ ...videoTextQuery(id), enabled: needsMarkdown(description) })
  return <Description source={description} text={data?.text} block={CodeBlock} />
}

function ViewerButtons({ video, viewer }: { video: Video; viewer: LibraryViewer }) {
  const setFavourite = useFavourite()
  const markUnseen = useMarkUnseen()
  const favourite = viewer.favourites.has(video.id)
  const disabled = useSwitched()
  return (
    <>
      <Button disabled={disabled} aria-pressed={favourite} onClick={() => setFavourite(video.id, !favourite)}>
        <Heart className={`size-4 ${favourite ? 'fill-accent text-accent' : ''}`} aria-hidden />
        {m.favourite()}
      </Button>
      {viewer.seen.has(video.id) ? (
        <Button disabled={disabled} onClick={() => markUnseen(video.id)}>
          {m.mark_unseen()}
        </Button>
      ) : null}
    </>
  )
}

function Autoplay() {
  const autoplay = useLocalState((state) => state.autoplay)
  const set = useLocalState((state) => state.set)
  return (
    <Checkbox
      className="px-1.5"
      label={m.autoplay()}
      checked={autoplay}
      onChange={(event) => set({ autoplay: event.target.checked })}
    />
  )
}

function Facts({ video, library }: { video: Video; library: Library | undefined }) {
  const path = library?.tree.pathTo(video.categoryId) ?? []
  return (
    <dl className="facts">
      <Fact name={m.info_duration()}>
        <time dateTime={isoDuration(video.durationSeconds)} className="num">
          {minutesAndSeconds(video.durationSeconds)}
        </time>
      </Fact>
      {library ? null : (
        <Fact name={m.info_category()}>
          <Skeleton className="h-4 w-40" />
        </Fact>
      )}
      {path.length > 0 ? (
        <Fact name={m.info_category()}>
          {path.map((category, depth) => (
            <span key={category.id}>
              {depth > 0 ? <span className="px-1.5 text-muted">/</span> : null}
              <Link className="link" to={categoryHref(path.slice(0, depth + 1).map(({ urlKey }) => urlKey))}>
                <bdi>{category.name}</bdi>
              </Link>
            </span>
          ))}
        </Fact>
      ) : null}
      <Fact name={publishedLabel(video.publishedOn)}>{shownDay(video.publishedOn)}</Fact>
      {video.tags.length > 0 ? (
        <Fact name={m.info_tags()}>
          <FilterLinks values={video.tags.map((tag) => ({ text: tag, query: { tags: [tag] } }))} />
        </Fact>
      ) : null}
      {video.versions.length > 0 ? (
        <Fact name={m.info_versions()}>
          <FilterLinks
            values={video.versions.map((id) => ({
              text: library?.versionName(id) ?? id,
              query: { versions: [id] },
            }))}
          />
        </Fact>
      ) : null}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function FilterLinks({
  values,
}: {
  values: { text: string; query: { tags?: string[]; versions?: string[] } }[]
}) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {values.map(({ text, query }) => {
        const search = new URLSearchParams(listingParameters({ ...everything, ...query }))
        return (
          <Link key={text} to={`${href('content')}?${search}`} className="filter-chip">
            <bdi>{text}</bdi>
          </Link>
        )
      })}
    </span>
  )
}

/** The tabs Info and Comments (product.md section 2, Video page). */
export function VideoTabs(props: {
  video: Video
  library: Library | undefined
  viewer: LibraryViewer
  onCopyLink: (() => void) | undefined
}) {
  const { state } = useLocation()
  const [tab, setTab] = useState<'info' | 'comments'>(() => (asksForComments(state) ? 'comments' : 'info'))
  return (
    <Tabs
      value={tab}
      onChange={setTab}
      label={m.video_tabs()}
      className="min-w-0"
      tabs={[
        { value: 'info', label: m.tab_info(), content: <VideoInfo {...props} /> },
        {
          value: 'comments',
          label: m.tab_comments(),
          content: (
            <Suspense fallback={<Skeleton className="h-10 w-full" />}>
              <Comments videoId={props.video.commentsId ?? props.video.id} title={props.video.title} />
            </Suspense>
          ),
        },
      ]}
    />
  )
}
