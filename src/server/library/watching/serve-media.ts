import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { freeFilmAddress } from '#contract/library/free-film.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { type FreeFilms, knowFreeFilms } from '#server/library/watching/films/free-films.ts'
import type { OpenFilms } from '#server/library/watching/films/open-films.ts'
import type { OpenStreams, Reader } from '#server/library/watching/films/open-streams.ts'
import { forNginx, sendMediaFile } from '#server/library/watching/films/send-media-file.ts'
import type { Asked, CachedReply } from '#server/platform/http/cached-replies.ts'
import { clientNetwork } from '#server/platform/http/client-network.ts'
import { readCookie } from '#server/platform/http/cookies.ts'
import { mediaMimeType } from '#server/platform/outside/media-store.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { chaptersTrack } from './chapters-track.ts'
import { mediaFile } from './media-file.ts'
import { grantMs, type PlaybackGrants } from './playback-grants.ts'

/**
 * `GET /media/{grant}/{file}`: video, captions, chapters and storyboard for the browser that holds the grant. The
 * viewer is identified by the grant, without the session lookup of other routes: a video is fetched in very many
 * requests.
 */
export function registerMedia(
  app: FastifyInstance,
  services: LibraryServices,
  { grants, ...senders }: { grants: PlaybackGrants; streams: OpenStreams; films: OpenFilms },
): void {
  const freeFilms = knowFreeFilms(services)
  if (services.config.mediaAccel === 'nginx') handOver(app, services, { grants, freeFilms })
  registerFreeFilms(app, services, { ...senders, freeFilms })
  app.route<{ Params: { grant: string; file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:grant/:file',
    config: { anonymous: true },
    handler: async (request, reply) => {
      const { grant, file: name } = request.params
      const browserHashes = browserHashesOf(services, request)
      const admit = (reading: boolean) => grants.admit(grant, browserHashes, { reading })
      const admission = await admit(true)
      if (!admission) return new Problem('media-refused')
      const file = mediaFile(admission, name)
      if (!file) return new Problem('not-found')
      reply.headers(guardedHeaders)
      if (file === 'chapters') return sendChapters(reply, admission)
      const viewer = admission.userId ?? clientNetwork(request.ip)
      return sendOrRefer(services, { request, reply, ...senders }, file.storeKey, {
        viewer,
        mayGoOn: async (reading) => (await admit(reading)) !== undefined,
      })
    },
  })
}

/**
 * `GET /media/free/{video}/{film}`: the file of a free video, for everyone. Its document starts loading it before any
 * script has run, and a public document cannot contain a grant (decisions/050-playback-grants.md).
 */
function registerFreeFilms(
  app: FastifyInstance,
  services: LibraryServices,
  { freeFilms, ...senders }: { streams: OpenStreams; films: OpenFilms; freeFilms: FreeFilms },
): void {
  app.route<{ Params: { video: string; film: string } }>({
    method: ['GET', 'HEAD'],
    url: freeFilmAddress(':video', ':film'),
    config: { anonymous: true },
    handler: async (request, reply) => {
      const { video, film } = request.params
      const isFree = () => freeFilms.has(video, film)
      const reader = freeFilmReader(services, isFree, clientNetwork(request.ip))
      if (!(await reader.mayGoOn(true))) return new Problem('media-refused')
      reply.headers(guardedHeaders)
      return sendOrRefer(services, { request, reply, ...senders }, film, reader)
    },
  })
}

/**
 * With MEDIA_DELIVERY=redirect, refers the browser to the storage for a film. All else is sent by the site: captions of
 * another origin would need CORS.
 */
async function sendOrRefer(
  services: LibraryServices,
  exchange: Parameters<typeof sendMediaFile>[1],
  key: string,
  reader: Reader,
): Promise<FastifyReply | Problem> {
  const { request, reply } = exchange
  const isFilm = request.method === 'GET' && mediaMimeType(key).startsWith('video/')
  const address = isFilm ? await services.media.address?.(key) : undefined
  return address === undefined ? sendMediaFile(services, exchange, key, reader) : reply.redirect(address, 307)
}

/**
 * With MEDIA_ACCEL: caches the replies that refer nginx to stored bytes, for every request that a cached grant or a
 * free video admits (decisions/051-media-ranges.md). All others go on to their route, which also refuses them.
 */
function handOver(
  app: FastifyInstance,
  services: LibraryServices,
  { grants, freeFilms }: { grants: PlaybackGrants; freeFilms: FreeFilms },
): void {
  const replies = new LRUCache<string, CachedReply>({ max: maxReplies })
  const replyFor = (key: string): CachedReply => {
    const known = replies.get(key)
    if (known) return known
    const reply = { variant: { bytes: Buffer.alloc(0), headers: { ...guardedHeaders, ...forNginx(key) } } }
    replies.set(key, reply)
    return reply
  }
  const guarded = (asked: Asked): string | undefined => {
    const [, grant = '', name = ''] = /^\/media\/([\w-]{43})\/([^/]+)$/.exec(asked.path) ?? []
    const admission = grant ? grants.admitRemembered(grant, browserHashesOf(services, asked)) : undefined
    const file = admission && mediaFile(admission, name)
    return file === 'chapters' ? undefined : file?.storeKey
  }
  const free = ({ path }: Asked): string | undefined => {
    const [, id = '', film = ''] = /^\/media\/free\/([^/]+)\/([^/]+)$/.exec(path) ?? []
    return freeFilms.has(id, film) ? film : undefined
  }
  app.cachedReplies.elsewhere((asked) => {
    const key = asked.path.startsWith('/media/') ? (guarded(asked) ?? free(asked)) : undefined
    return key === undefined ? undefined : replyFor(key)
  })
}

/** Some hundred bytes each. */
const maxReplies = 1_000

/**
 * Everyone may read while the video is free. An idle reader is cut after the lifetime of a grant, as with any video.
 */
function freeFilmReader({ clock }: Pick<Services, 'clock'>, isFree: () => boolean, network: string): Reader {
  let readAtMs = 0
  return {
    viewer: network,
    mayGoOn: async (reading) => {
      const nowMs = clock.real().getTime()
      if (reading) readAtMs = nowMs
      return nowMs - readAtMs < grantMs && isFree()
    },
  }
}

/** No cache stores guarded bytes, and `Referer` never contains the grant. */
const guardedHeaders = { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' }

function sendChapters(
  reply: FastifyReply,
  {
    video,
    media,
  }: { video: { durationSeconds: number }; media: { chapters: Parameters<typeof chaptersTrack>[0] } },
): FastifyReply {
  const track = Buffer.from(chaptersTrack(media.chapters, video.durationSeconds))
  return reply.type('text/vtt; charset=utf-8').send(track)
}

/** The hashes that a grant may be bound to: of the session, or of the pre-session token. */
function browserHashesOf(
  { config }: Pick<Services, 'config'>,
  request: Pick<FastifyRequest, 'headers'>,
): Buffer[] {
  return (['session', 'visitor'] as const).flatMap((name) => {
    const token = readCookie(request, config, name)
    return token ? [sha256(token)] : []
  })
}
