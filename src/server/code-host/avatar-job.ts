import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type CodeHost, createCodeHost } from '#server/outside/code-host.ts'
import { mediaMimeType } from '#server/outside/media-store.ts'
import type { Services } from '#server/services/services.ts'
import { isPictureInUse, replaceAvatar } from './avatar.store.ts'
import { pictureKind } from './picture-kind.ts'

const jobName = 'fetch-avatar'

type Picture = { readonly userId: string; readonly avatarUrl: string }

/** Has a user's picture fetched from the code host, after the transaction: nobody waits for a picture. */
export async function queueAvatar(
  trx: Transaction<Tables>,
  { queue }: Services,
  userId: string,
  avatarUrl: string | undefined,
): Promise<void> {
  if (avatarUrl) await queue.enqueue(trx, jobName, { userId, avatarUrl }, { singletonKey: userId })
}

/** Says who fetches the pictures. One that cannot be had is not asked for again until its user signs in anew. */
export async function startAvatarJob(services: Services): Promise<void> {
  const settings = services.config.codeHost
  const codeHost = settings && createCodeHost(settings)
  await services.queue.work<Picture>(jobName, async (picture) => {
    if (codeHost) await fetchAvatar(services, codeHost, picture)
  })
}

/** Larger ones take a browser more memory than a face is worth, whatever their bytes. */
const mostPixelsASide = 2048

async function fetchAvatar(
  services: Services,
  codeHost: CodeHost,
  { userId, avatarUrl }: Picture,
): Promise<void> {
  const { clock, database, log } = services
  const bytes = await codeHost.picture(avatarUrl)
  const kind = bytes && pictureKind(bytes)
  if (!kind || Math.max(kind.width, kind.height) > mostPixelsASide || kind.width * kind.height === 0) {
    log.info({ userId }, 'a picture of the code host was not taken')
    return
  }
  const key = await store(services, bytes, kind.extension)
  if (!key) return
  const replaced = await inTransaction(database.db, (trx) =>
    replaceAvatar(trx, { userId, key, mimeType: mediaMimeType(key), now: clock.now() }),
  )
  const unused = replaced === 'not-linked' ? key : replaced.formerKey
  if (unused !== undefined) await forgetPicture(services, unused)
}

/** The media store takes files: it copies a film's gigabytes without reading them here. */
async function store(
  { media, log }: Services,
  bytes: Buffer,
  extension: 'png' | 'jpg' | 'webp' | 'gif',
): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-avatar-'))
  try {
    const file = join(folder, `picture.${extension}`)
    await writeFile(file, bytes)
    const stored = await media.put(file, extension)
    if (!('refused' in stored)) return stored.key
    log.warn({ reason: stored.refused }, 'a picture could not be stored')
    return undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes a picture's bytes unless somebody else, or a video, shows the same ones. */
export async function forgetPicture({ database, media }: Services, key: string): Promise<void> {
  if (!(await isPictureInUse(database.db, key))) await media.delete(key)
}
