import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { cardsFirst } from '#contract/library/poster.ts'
import { href } from '#contract/pages.ts'
import type { Drawing, DrawnListing, DrawnPage } from '#contract/site/drawn-page.ts'
import { totalOf } from '#domain/catalogue/listing.ts'
import { everything } from '#domain/catalogue/listing-query.ts'
import { listingBlocks } from '#web/library/listing/blocks.ts'
import { FilterButton } from '#web/library/listing/filter-button.tsx'
import { FilterPanel } from '#web/library/listing/filter-panel.tsx'
import { BlockCards } from '#web/library/listing/listing-blocks.tsx'
import { ListingFrame } from '#web/library/listing/listing-frame.tsx'
import { ListingHead } from '#web/library/listing/listing-head.tsx'
import { placeholderViewer } from '#web/library/listing/placeholder.ts'
import { SeriesRow } from '#web/library/series/series-row.tsx'
import { VideoHeader } from '#web/library/video-page/video-header.tsx'
import { newLibrary } from '#web/library/videos/library.ts'
import { sortOf } from '#web/library/videos/listing-place.ts'
import { Layout } from '#web/platform/layout/layout.tsx'
import { Router } from '#web/platform/site/router.tsx'
import { useSite } from '#web/platform/site/site.ts'
import type { SiteHistory } from '#web/platform/site/site-history.ts'

/**
 * Renders a document's content with the screens' components, so that nothing changes when the screens start. Built for
 * each language into a module for the server, which no screen imports.
 */
export const drawPage: Drawing['drawPage'] = (page) =>
  draw(
    page,
    <Layout>
      <Text className="document" html={page.text} />
    </Layout>,
  )

export const drawVideoHeader: Drawing['drawVideoHeader'] = (header) => {
  const { title, categories, previous, next } = header
  return draw(
    header,
    <VideoHeader
      title={title}
      path={categories}
      listing={href('content')}
      listingName={undefined}
      neighbours={{ previous, next, nextLocked: false, nextFree: undefined }}
      onOpen={nothing}
    />,
  )
}

export const drawListing: Drawing['drawListing'] = (listing) => draw(listing, <Listing {...listing} />)

function draw({ config, path, signedIn }: Pick<DrawnPage, 'config' | 'path' | 'signedIn'>, page: ReactNode) {
  const site = { config, session: signedIn ? undefined : ({ authenticated: false } as const) }
  useSite.setState(site)
  // outside of browsers, stores return their initial state; rendering is synchronous, so pages do not mix
  Object.assign(useSite.getInitialState(), site)
  const markup = renderToStaticMarkup(<Router history={standingAt(path)}>{page}</Router>)
  // these buttons need scripts. They look as they do later (`styles.css`), to avoid flicker
  return markup.replaceAll('<button type="button"', '<button type="button" disabled data-drawn')
}

function Listing({ title, videos, categories, versions, series, shown, text, path, signedIn }: DrawnListing) {
  const library = newLibrary(videos, categories, versions, series)
  const place = { path: [], query: everything }
  const viewer = { ...placeholderViewer(undefined, 0), locked: !signedIn }
  const cards = {
    library,
    viewer,
    listing: path,
    view: 'cards',
    found: undefined,
    first: new Set(shown.slice(0, cardsFirst).map(({ id }) => id)),
    onUnseen: nothing,
  } as const
  return (
    <ListingFrame
      cards={cards}
      panel={
        <FilterPanel
          {...{ library, signedIn, query: everything }}
          isWhole
          listed={videos}
          sort={sortOf(place)}
          onChange={nothing}
        />
      }
      head={
        <ListingHead
          {...{ library, place, title }}
          total={totalOf(videos)}
          drawer={
            <FilterButton query={everything} listed={videos.length}>
              {null}
            </FilterButton>
          }
          onChange={nothing}
        />
      }
    >
      <SeriesRow library={library} viewer={viewer} />
      <div className="-mt-4">
        {listingBlocks(library, place, shown, viewer.seen).map((block) =>
          block.kind === 'groups' ? (
            <div key={block.cells[0]?.video.id} className="pb-5">
              <BlockCards block={block} withCategory={false} />
            </div>
          ) : null,
        )}
      </div>
      <Text className="document-text" html={text} />
    </ListingFrame>
  )
}

function Text({ className, html }: { className: string; html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the documents' own HTML, escaped by `html` of server/documents
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}

const nothing = () => undefined

/** A history that ignores navigation. */
function standingAt(pathname: string): SiteHistory {
  return {
    location: { pathname, search: '', hash: '', state: null, key: 'default', arrival: 'pop' },
    push: nothing,
    replace: nothing,
    go: nothing,
    listen: () => nothing,
  }
}
