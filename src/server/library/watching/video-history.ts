import { matchesEtag } from '#server/platform/http/ready-bytes.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { historyOf, historyRevision } from './watching.store.ts'

/**
 * `GET /api/video-history`: the viewed videos, newest first, a thousand per page. The ETag consists of the user and the
 * revision of their history: a repeated request reads one row, however long the history is, and never gets another
 * user's. Browsers do not store it.
 */
export const videoHistory: UseCase<'videoHistory', 'database'> = async (
  { database: { db } },
  { request, reply, query: { viewedBefore, videoId }, viewer: { userId } },
) => {
  // before the rows: after a change in between, the tag is too old, and the next request reads the rows again
  const revision = await historyRevision(db, userId)
  const etag = `"${sha256(userId).toString('base64url').slice(0, 16)}-${revision}"`
  reply.header('etag', etag)
  const known = request.headers['if-none-match']
  if (known !== undefined && matchesEtag(known, etag)) {
    reply.status(304).send()
    return 'sent'
  }
  const from = viewedBefore === undefined ? undefined : { viewedBefore, videoId: videoId ?? '' }
  const { entries, next } = await historyOf(db, userId, { from, limit: maxEntries })
  const history = entries.map((entry) => ({ ...entry, viewedAt: entry.viewedAt.toISOString() }))
  return { status: 200, body: { history, ...(next && { next }) } }
}

/** About 100 KB; browsers load page after page. */
const maxEntries = 1000
