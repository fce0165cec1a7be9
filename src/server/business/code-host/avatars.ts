import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { deleteUnlessNamed, keepMedia } from '#server/library/unused-media/keep-media.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { keptByNobody } from '#server/platform/http/security-headers.ts'
import { type CodeHost, createCodeHost } from '#server/platform/outside/code-host.ts'
import { isMediaKey, mediaMimeType, wholeFile } from '#server/platform/outside/media-store.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { isAvatar, replaceAvatar } from './avatar.store.ts'
import { pictureKind } from './picture-kind.ts'

const jobName = 'fetch-avatar'

type Picture = { readonly userId: string; readonly avatarUrl: string }

/** Queues the download of a user's picture, after the transaction: the user does not wait for it. */
export async function queueAvatar(
  trx: Trx,
  { queue }: Pick<Services, 'queue'>,
  userId: string,
  avatarUrl: string | undefined,
): Promise<void> {
  if (avatarUrl) await queue.enqueue(trx, jobName, { userId, avatarUrl }, { singletonKey: userId })
}

/** Registers the worker that downloads pictures. A failed download is not retried until the user's next sign-in. */
export async function startAvatarJob(services: Services): Promise<void> {
  const settings = services.config.codeHost
  const codeHost = settings && createCodeHost(settings)
  await services.queue.work<Picture>(jobName, async (picture) => {
    if (codeHost) await fetchAvatar(services, codeHost, picture)
  })
}

/** Larger pictures would take too much of a browser's memory, however few bytes they have. */
const maxSidePixels = 2048

async function fetchAvatar(
  services: Pick<Services, 'database' | 'clock' | 'media' | 'log'>,
  codeHost: CodeHost,
  { userId, avatarUrl }: Picture,
): Promise<void> {
  const { clock, database, log } = services
  const bytes = await codeHost.picture(avatarUrl)
  const kind = bytes && pictureKind(bytes)
  if (!kind || Math.max(kind.width, kind.height) > maxSidePixels || kind.width * kind.height === 0) {
    log.info({ userId }, 'a picture of the code host was not taken')
    return
  }
  const key = await store(services, bytes, kind.extension)
  if (!key) return
  const replaced = await inTransaction(database.db, (trx) =>
    replaceAvatar(trx, { userId, key, mimeType: mediaMimeType(key), now: clock.now() }),
  )
  const unused = replaced === 'not-linked' ? key : replaced.formerKey
  if (unused !== undefined) await deleteUnlessNamed(services, unused)
}

/** The media store takes files, so that videos are copied without being read into memory. */
async function store(
  services: Pick<Services, 'database' | 'media' | 'log'>,
  bytes: Buffer,
  extension: 'png' | 'jpg' | 'webp' | 'gif',
): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-avatar-'))
  try {
    const file = join(folder, `picture.${extension}`)
    await writeFile(file, bytes)
    const stored = await keepMedia(services, file, extension)
    if (!('refused' in stored)) return stored.key
    services.log.warn({ reason: stored.refused }, 'a picture could not be stored')
    return undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * `GET /avatars/{key}`: the picture of a user. The key is a hash, known to those who may see the user. Other files of
 * the media store are not found here: videos have keys of the same kind.
 */
export function registerAvatars(
  app: FastifyInstance,
  { database, media }: Pick<Services, 'database' | 'media'>,
): void {
  app.route<{ Params: { key: string } }>({
    method: 'GET',
    url: '/avatars/:key',
    config: { anonymous: true },
    handler: async (request, reply) => {
      const { key } = request.params
      if (!isMediaKey(key) || !(await isAvatar(database.db, key))) return new Problem('not-found')
      const picture = await media.open(key)
      // its user has removed it meanwhile
      if (!picture) return new Problem('not-found')
      const bytes = await wholeFile(picture)
      return reply
        .headers({
          'cache-control': keptByNobody,
          'content-type': picture.mimeType,
          'content-length': String(picture.size),
        })
        .send(bytes)
    },
  })
}
