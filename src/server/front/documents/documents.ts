import { LRUCache } from 'lru-cache'
import { allPages } from '#contract/desk/desk-pages.ts'
import { findPage } from '#contract/match-path.ts'
import { pages, paymentPages } from '#contract/pages.ts'
import type { ListingQuery } from '#domain/catalogue/listing-query.ts'
import { type Language, languages } from '#domain/language.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { type ReadyBytes, readyBytes } from '#server/platform/http/ready-bytes.ts'
import { noticeSources } from '#server/platform/site/notices.ts'
import { isGone as isGoneFor, targetOf } from '#server/platform/site-files/redirects-yaml.ts'
import type { Sources } from './html.ts'
import { type Look, lookOf } from './look.ts'
import { type FoundPage, isWithdrawn, pageAt } from './page-at.ts'
import { failureDocument, type PageDocument, pageDocument, type Reader } from './page-document.ts'
import { watchSite } from './watch-site.ts'
import { commentsSources, type FurtherSources, together, type WebBuild } from './web-build.ts'

/** All services of the site: with the library and the built screens. */
export type SiteServices = LibraryServices & {
  /** The built screens. */
  readonly web: WebBuild
}

/** An encoded document. */
export type ReadyDocument = { readonly status: PageDocument['status']; readonly ready: ReadyBytes }

export type Documents = {
  /**
   * Returns the document of a path; for an unknown address one with status 404. Of the query only a listing's
   * parameters count (`askedListing`); such a document is not cached.
   */
  at(path: string, reader: Reader, cache?: boolean, listing?: ListingQuery): Promise<ReadyDocument>
  /**
   * Returns the cached document, if it was requested with caching before and none of its sources may have changed
   * since; never one with status 404.
   */
  cached(path: string, reader: Reader): ReadyBytes | undefined
  /**
   * Returns the redirect of a path without a page: by the operator's table, or from a former name of a product or video
   * to the current one (301), or to the canonical spelling of case and slashes (308).
   */
  movedTo(path: string, sources: Sources): { readonly to: string; readonly status: 301 | 308 } | undefined
  /** Returns the current sources of documents. */
  sources(): Promise<Sources>
  /** Returns the document for a server error. */
  failure(language: Language): ReadyDocument
}

/** Low, because a request is waiting. */
const quickCompression = 5

/** Renders and caches documents until the catalogue or the settings change. */
export async function createDocuments(services: SiteServices): Promise<Documents> {
  const { web, library, config } = services
  const siteNow = await watchSite(services)
  const kept = keepDocuments()
  const make = (page: PageDocument, at?: FoundPage) => encoded(services, page, at)

  const sourcesNow = async (): Promise<Sources> => ({
    ...(await siteNow.read()),
    catalogue: library.catalogue,
    pieces: library.bytes.pieces.list,
    files: services.siteFiles.current,
    drawings: web.drawings,
    origin: config.baseUrl.origin,
  })
  const failures = new Map<Language, ReadyDocument>()
  for (const language of languages)
    failures.set(language, await make(failureDocument((await siteNow.read()).site, language)))

  return {
    async at(path, reader, cache = false, listing = undefined) {
      const sources = await sourcesNow()
      kept.clearUnlessOf(sources)
      const page = pageAt(path, sources, config.demo)
      if (listing && page && (page.name === 'content' || page.name === 'category')) {
        const asked = { ...page, listing }
        return make(pageDocument(asked, sources, reader), asked)
      }
      const isGone = !page && (isWithdrawn(path, sources) || isGoneFor(sources.files.redirects, path))
      // all unknown addresses share one document
      const key = nameOf(page?.path ?? (isGone ? 'gone' : ''), reader)
      return kept.getOrMake(key, cache ? nameOf(path, reader) : undefined, () =>
        make(pageDocument(isGone ? 'gone' : page, sources, reader), page),
      )
    },
    cached(path, reader) {
      const site = siteNow.cached()
      const document =
        site &&
        kept.finished(nameOf(path, reader), {
          ...site,
          catalogue: library.catalogue,
          files: services.siteFiles.current,
        })
      return document?.status === 200 ? document.ready : undefined
    },
    movedTo: (path, sources) => movedTo(services, path, sources),
    sources: sourcesNow,
    failure: (language) => {
      const made = failures.get(language)
      if (!made) throw new TypeError(`There is no document in ${language}`)
      return made
    },
  }
}

async function encoded(
  { web, config, siteFiles }: SiteServices,
  page: PageDocument,
  at?: FoundPage,
): Promise<ReadyDocument> {
  const look = lookOf(siteFiles.current.look.hue)
  const body = web.fill(page, config.baseUrl.origin, look)
  const headers = {
    ...policiesOf({ web, config }, page, look, at),
    'content-language': page.language,
    vary: 'Accept-Encoding, Accept-Language, Cookie',
  }
  return {
    status: page.status,
    ready: await readyBytes('text/html; charset=utf-8', body, headers, quickCompression),
  }
}

/** The headers that say which scripts, styles and frames a document may load. */
function policiesOf(
  { web, config }: Pick<SiteServices, 'web' | 'config'>,
  { frames, notices }: PageDocument,
  { styles }: Look,
  at: FoundPage | undefined,
): Readonly<Record<string, string>> {
  const own: FurtherSources =
    notices === ''
      ? { 'style-src': styles }
      : { 'style-src': [...styles, ...noticeSources.styles], 'script-src': noticeSources.scripts }
  if (config.stripe && at && cardPages.has(at.path))
    return { 'content-security-policy': web.stripePolicy(own), ...ownWindows }
  const comments = at?.name === 'video' ? commentsSources(config.comments) : {}
  const further = together(together(own, comments), { 'frame-src': frames })
  if (Object.values(further).flat().length === 0)
    return { 'content-security-policy': web.contentSecurityPolicy }
  return { 'content-security-policy': web.policyWith(further), ...(comments['script-src'] && ownWindows) }
}

function movedTo(
  { config, siteFiles }: SiteServices,
  path: string,
  sources: Sources,
): ReturnType<Documents['movedTo']> {
  const page = pageAt(path, sources, config.demo)
  if (page) {
    const isRenamed =
      page.isFormer || ((page.product ?? page.video) !== undefined && page.path !== path.replace(/\/$/, ''))
    return isRenamed ? { to: page.path, status: 301 } : undefined
  }
  const to = targetOf(siteFiles.current.redirects, path, config.baseUrl.origin)
  if (to !== undefined) return { to, status: 301 }
  const spelling = findPage(path, allPages)?.spelling
  return spelling !== undefined && pageAt(spelling, sources, config.demo)
    ? { to: spelling, status: 308 }
    : undefined
}

/** Bytes of cached documents; the least recently used are dropped first. */
const keptBytes = 32 * 1024 * 1024
/** Maximum number of requested spellings with a cached key. */
const maxKeys = 5_000

type Kept = { readonly made: Promise<ReadyDocument>; readonly document?: ReadyDocument }

/** A cache of documents that were made from the same sources. */
function keepDocuments() {
  const kept = new LRUCache<string, Kept>({ maxSize: keptBytes })
  /** Cache keys by requested path. */
  const keys = new Map<string, string>()
  let madeFor: Sources | undefined

  return {
    /** Drops all documents if they were made from other sources. */
    clearUnlessOf(sources: Sources) {
      if (!madeFor || isAnother(madeFor, sources)) {
        kept.clear()
        keys.clear()
      }
      madeFor = sources
    },
    /** Returns the document of a key, made once; `finished` finds it by `requested` from the second time on. */
    async getOrMake(
      key: string,
      requested: string | undefined,
      make: () => Promise<ReadyDocument>,
    ): Promise<ReadyDocument> {
      const known = kept.get(key)
      if (known) {
        if (requested !== undefined && keys.size < maxKeys) keys.set(requested, key)
        return known.made
      }
      const made = make()
      kept.set(key, { made }, { size: 1 })
      const document = await made
      const { identity, gzip, br } = document.ready
      const size = identity.bytes.length + gzip.bytes.length + br.bytes.length
      if (kept.peek(key)?.made === made) kept.set(key, { made, document }, { size })
      return made
    },
    /** Returns the document that was requested so before, unless these sources are others than it was made from. */
    finished: (requested: string, now: Omit<Sources, 'origin' | 'pieces' | 'drawings'>) =>
      madeFor && !isAnother(madeFor, now) ? kept.get(keys.get(requested) ?? '')?.document : undefined,
  }
}

function nameOf(path: string, { language, addressed, signedIn }: Reader): string {
  return `${language} ${addressed} ${signedIn} ${path}`
}

/** Called for every cached document, so nothing is copied or listed. */
function isAnother(before: Sources, now: Omit<Sources, 'origin' | 'pieces' | 'drawings'>): boolean {
  return (
    before.catalogue !== now.catalogue ||
    before.site !== now.site ||
    before.products !== now.products ||
    before.shipping !== now.shipping ||
    before.former !== now.former ||
    before.notices !== now.notices ||
    before.files !== now.files
  )
}

/** Paths of the pages that allow the payment provider's script, as in `pages`. */
const cardPages: ReadonlySet<string> = new Set(paymentPages.map((name) => pages[name].path))

/**
 * Isolates documents that allow a third-party script: pages of this site that the script opens in a window get separate
 * browsing context groups, out of its reach; a sign-in window of the service can still answer it.
 */
const ownWindows = { 'cross-origin-opener-policy': 'noopener-allow-popups' }
