import type { calls } from '#contract/calls.ts'
import { matchesEtag } from '#server/platform/http/ready-bytes.ts'
import type { CallAnswer, CallContext } from '#server/platform/http/route.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import type { Services } from '#server/platform/services/services.ts'
import { historyOf, historyRevision } from './watching.store.ts'

/**
 * `GET /api/video-history`: what the viewer has viewed, newest first, a thousand at once. The ETag names the user and counts the changes of
 * their history: a program that has it already costs one row, however long it is, and never gets somebody else's. Browsers keep
 * nothing of it.
 */
export async function videoHistory(
  {
    request,
    reply,
    query: { viewedBefore, videoId },
    viewer: { userId },
  }: CallContext<typeof calls.videoHistory>,
  { database: { db } }: Services,
): Promise<CallAnswer<typeof calls.videoHistory>> {
  // before the rows: a change in between makes the tag too old, and the next request gets the rows again
  const revision = await historyRevision(db, userId)
  const etag = `"${sha256(userId).toString('base64url').slice(0, 16)}-${revision}"`
  reply.header('etag', etag)
  const known = request.headers['if-none-match']
  if (known !== undefined && matchesEtag(known, etag)) {
    reply.status(304).send()
    return 'sent'
  }
  const from = viewedBefore === undefined ? undefined : { viewedBefore, videoId: videoId ?? '' }
  const { entries, next } = await historyOf(db, userId, { from, limit: mostEntries })
  const history = entries.map((entry) => ({ ...entry, viewedAt: entry.viewedAt.toISOString() }))
  return { status: 200, body: { history, ...(next && { next }) } }
}

/** About 100 KB; a browser asks for page after page. */
const mostEntries = 1000
