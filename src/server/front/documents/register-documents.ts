import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { allPages, deskPages } from '#contract/desk/desk-pages.ts'
import { findPage, matchPath } from '#contract/match-path.ts'
import { href, pages } from '#contract/pages.ts'
import type { Language } from '#domain/language.ts'
import { signedInBy } from '#server/identity/sessions/sessions.ts'
import { isPreviewed, isUnpublished } from '#server/library/watching/open-preview.ts'
import type { Asked } from '#server/platform/http/cached-replies.ts'
import { readCookie } from '#server/platform/http/cookies.ts'
import {
  preferredEncoding,
  type ReadyBytes,
  readyBytes,
  readyBytesOf,
  sendReadyBytes,
} from '#server/platform/http/ready-bytes.ts'
import {
  chosenLanguage,
  languageInQuery,
  languageInSearch,
  languageWished,
  speakLanguageOf,
} from '#server/platform/http/request-language.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { askedListing } from './asked-listing.ts'
import { createDocuments, type ReadyDocument, type SiteServices } from './documents.ts'
import { categoryFeed, registerFound } from './serve-found.ts'
import { registerShareImages } from './share-image.ts'

/** Encoded documents and files of the screens. */
export type Screens = {
  readonly documents: Awaited<ReturnType<typeof createDocuments>>
  readonly rootFiles: ReadonlyMap<string, ReadyBytes>
  readonly assets: readonly string[]
}

/** Reads and encodes the built screens before the server starts, because it may take seconds on a busy machine. */
export async function prepareScreens(services: SiteServices): Promise<Screens> {
  const { web } = services
  const rootFiles = new Map<string, ReadyBytes>()
  for (const name of web.rootFiles) {
    const type = contentTypes[extname(name)] ?? 'application/octet-stream'
    const headers = { 'cache-control': 'public, max-age=3600' }
    rootFiles.set(name, await readyBytes(type, await readFile(join(web.folder, name)), headers))
  }
  const assets = (await readdir(join(web.folder, 'assets'))).filter((name) => !/\.(?:br|gz)$/.test(name))
  return { documents: await createDocuments(services), rootFiles, assets }
}

/**
 * Serves the built screens: a document for every page of the contract, with that page's text, and the documents' files.
 * Any other address is answered 404 with a document. Call it after all calls are registered.
 */
export function registerDocuments(app: FastifyInstance, services: SiteServices, screens: Screens): void {
  const { documents } = screens
  app.register(async (scope) => {
    // public, so no session is looked up
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, anonymous: true }
    })
    scope.setErrorHandler((error, request, reply) => {
      request.log.error({ err: error }, 'a document could not be made')
      return send(request, reply, documents.failure(request.language))
    })
    registerFiles(scope, services, screens)
    registerFound(scope, documents.sources)
    registerShareImages(scope, services)
    const sendPage = async (request: FastifyRequest, reply: FastifyReply, cache = false) => {
      const sources = await documents.sources()
      const feed = await categoryFeed(request, reply, sources)
      if (feed) return feed
      const moved = documents.movedTo(pathOf(request), sources)
      if (moved) return reply.redirect(withQueryOf(request, moved.to), moved.status)
      const unpublished = await unpublishedForAdmin(services, request, pages.video.path)
      if (unpublished !== undefined) {
        reply.header('cache-control', 'private, no-store')
        return reply.redirect(href('preview', { key: unpublished }), 302)
      }
      const language = await documentLanguage(services, request)
      const listing = askedListing(request.url.slice(pathOf(request).length))
      const reader = {
        language,
        addressed: languageInQuery(request.query) !== undefined,
        signedIn: hasSession(services, request),
      }
      return send(
        request,
        reply,
        await documents.at(await pathShown(services, request), reader, cache, listing),
      )
    }
    for (const { path } of Object.values(allPages)) {
      if (pathsWithCode.has(path))
        scope.get(path, (request, reply) => sendPage(request, reply.header('referrer-policy', 'no-referrer')))
      else scope.get(path, (request, reply) => sendPage(request, reply, true))
    }
    app.cachedReplies.elsewhere((asked) => {
      const found = cachedDocument(services, documents, asked)
      return found && { variant: found[preferredEncoding(asked.headers['accept-encoding'])] }
    })
    scope.get('/*', async (request, reply) =>
      isForBrowser(request) || findPage(pathOf(request), allPages)
        ? sendPage(request, reply)
        : new Problem('not-found'),
    )
  })
}

function cachedDocument(services: SiteServices, documents: Screens['documents'], asked: Asked) {
  if (asked.search !== '' && askedListing(asked.search)) return undefined
  const inAddress = languageInSearch(asked.search)
  const language = knownLanguage(services, asked, inAddress)
  const reader = { addressed: inAddress !== undefined, signedIn: hasSession(services, asked) }
  return language && documents.cached(asked.path, { language, ...reader })
}

/** The path, or none of a page for a preview that has ended: it is answered as an unknown address. */
async function pathShown(services: SiteServices, request: FastifyRequest): Promise<string> {
  const path = pathOf(request)
  const key = matchPath(pages.preview.path, path)?.params.key
  const isShown =
    key === undefined ||
    (await isPreviewed(services, key)) ||
    (await unpublishedForAdmin(services, request, pages.preview.path)) !== undefined
  return isShown ? path : '/preview'
}

/** Returns the id of the draft or planned video that the address names; undefined for every other video, and for readers other than the admin. */
async function unpublishedForAdmin(
  services: SiteServices,
  request: FastifyRequest,
  page: string,
): Promise<string | undefined> {
  const id = Object.values(matchPath(page, pathOf(request))?.params ?? {})[0]
  const session = readCookie(request, services.config, 'session')
  if (id === undefined || session === undefined || services.library.video(id)) return undefined
  const { viewer } = await signedInBy(services, session)
  return viewer?.admin && (await isUnpublished(services, id)) ? id : undefined
}

/** Whether the browser sends a session; the page checks whether it is valid. */
function hasSession({ config }: SiteServices, asked: Asked | FastifyRequest): boolean {
  return readCookie(asked, config, 'session') !== undefined
}

/** Undefined if only the signed-in user's account determines the language. */
function knownLanguage(
  { config }: SiteServices,
  asked: Asked,
  inAddress: Language | undefined,
): Language | undefined {
  const chosen = chosenLanguage(asked, inAddress, config)
  if (chosen !== undefined || readCookie(asked, config, 'session') !== undefined) return chosen
  return languageWished(asked)
}

/** The session is only looked up if nothing else determines the language. */
async function documentLanguage(services: SiteServices, request: FastifyRequest): Promise<Language> {
  const session = request.languageChosen ? undefined : readCookie(request, services.config, 'session')
  if (session !== undefined) {
    // without the database, Accept-Language suffices
    const signedIn = await signedInBy(services, session).catch(() => undefined)
    speakLanguageOf(request, signedIn?.viewer)
  }
  return request.language
}

/** Their addresses contain a secret code, which must not even reach this site's log in a `Referer`. */
const pathsWithCode: ReadonlySet<string> = new Set([
  pages.confirmContact.path,
  pages.resetPassword.path,
  pages.createPassword.path,
  pages.join.path,
  pages.redeem.path,
  pages.preview.path,
  deskPages.createAdmin.path,
  pages.moveContact.path,
  pages.keepContact.path,
  pages.notMe.path,
  pages.unsubscribe.path,
  pages.shopOrder.path,
])

function send(request: FastifyRequest, reply: FastifyReply, { status, ready }: ReadyDocument): FastifyReply {
  return sendReadyBytes(request, reply.status(status), ready)
}

/** The query of the original address is kept, unless the new one has its own. */
function withQueryOf({ url }: FastifyRequest, to: string): string {
  const start = url.indexOf('?')
  return start < 0 || /[?#]/.test(to) ? to : to + url.slice(start)
}

function pathOf({ url }: FastifyRequest): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** Requests by programs, or by a page's script, get the replies of calls. */
function isForBrowser(request: FastifyRequest): boolean {
  if (/^\/(?:api|auth|media|posters|assets|problems)(?:\/|$)/.test(pathOf(request))) return false
  return /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*')
}

/** Names of assets change with their content; those of the files beside the document do not. */
function registerFiles(scope: FastifyInstance, { web }: SiteServices, { rootFiles, assets }: Screens): void {
  registerAssets(scope, join(web.folder, 'assets'), assets)
  for (const [name, ready] of rootFiles)
    scope.get(`/${name}`, (request, reply) => sendReadyBytes(request, reply, ready))
}

/**
 * Serves the documents' assets, whose names change with their content: read and cached on first request, in the
 * encodings of the build. Only files that exist at startup are served. One route serves all: hundreds of routes would
 * take about a twentieth of the startup time.
 */
function registerAssets(scope: FastifyInstance, folder: string, assets: readonly string[]): void {
  const kept = new Map<string, ReadyBytes | undefined>(assets.map((name) => [name, undefined]))
  scope.cachedReplies.elsewhere(({ path, headers }) => {
    const known = path.startsWith(assetsPath) ? kept.get(path.slice(assetsPath.length)) : undefined
    return known && { variant: known[preferredEncoding(headers['accept-encoding'])] }
  })
  scope.get<{ Params: { name: string } }>(`${assetsPath}:name`, async (request, reply) => {
    const { name } = request.params
    if (!kept.has(name)) return new Problem('not-found')
    const asset = kept.get(name) ?? (await readAsset(join(folder, name)))
    kept.set(name, asset)
    return sendReadyBytes(request, reply, asset)
  })
}

const assetsPath = '/assets/'

async function readAsset(path: string): Promise<ReadyBytes> {
  const identity = await readFile(path)
  const twin = (ending: string) => readFile(path + ending).catch(() => identity)
  const [gzip, br] = await Promise.all([twin('.gz'), twin('.br')])
  const contentType = contentTypes[extname(path)] ?? 'application/octet-stream'
  return readyBytesOf(contentType, { identity, gzip, br }, cachedForever)
}

const cachedForever = { 'cache-control': 'public, max-age=31536000, immutable' }

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}
