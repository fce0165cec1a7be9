import type { FastifyInstance } from 'fastify'
import type { UserSession } from '#contract/accounts/accounts.ts'
import { calls } from '#contract/calls.ts'
import { sessionToken } from '#server/identity/sessions/register-visitors.ts'
import { signedInBy } from '#server/identity/sessions/sessions.ts'
import type { CachedReply } from '#server/platform/http/cached-replies.ts'
import { route } from '#server/platform/http/route.ts'
import { keptByNobody } from '#server/platform/http/security-headers.ts'
import { type BriefMemory, createBriefMemory } from '#server/platform/services/brief-memory.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readSession } from './read-session.ts'

/**
 * `GET /api/user-session`, requested by every page: the reply is cached for a second at most, and only until a change
 * by this process, the end of the session, or a date of the subscription. Parallel requests share one reading.
 */
export function registerSessionCall(app: FastifyInstance, services: Services): void {
  const kept = createBriefMemory<CachedReply>(services, 2_000)
  const underWay = createBriefMemory<Promise<Buffer>>(services, 2_000)
  app.cachedReplies.at(calls.userSession.path, (asked) => {
    const token = sessionToken(services, asked)
    return token === undefined ? undefined : kept.get(token)
  })
  const bytesFor = (token: string | undefined) => {
    const found = token && underWay.get(token)
    if (found) return found
    const moment = kept.moment()
    const reading = readBytes(services, token, moment, kept)
    if (token === undefined) return reading
    underWay.keep(token, reading, moment)
    const forget = () => underWay.forget(token, reading)
    reading.then(forget, forget)
    return reading
  }
  route(app, calls.userSession, async ({ request, reply }) => {
    reply.headers(headers).send(await bytesFor(sessionToken(services, request)))
    return 'sent' as const
  })
}

async function readBytes(
  services: Services,
  token: string | undefined,
  moment: ReturnType<BriefMemory<CachedReply>['moment']>,
  kept: BriefMemory<CachedReply>,
): Promise<Buffer> {
  // looked up after that moment, or cached and still valid at it
  const signedIn = token === undefined ? undefined : await signedInBy(services, token)
  const viewer = signedIn?.viewer
  const session = calls.userSession.replies[200].parse(await readSession(services, viewer))
  const bytes = Buffer.from(JSON.stringify(session))
  if (token !== undefined && signedIn && viewer && session.authenticated) {
    const sameForMs = nextDateMs(session, services.config.graceDays, moment.businessMs) - moment.businessMs
    const endsMs = Math.min(signedIn.goodUntilMs, moment.realMs + sameForMs)
    kept.keep(token, { variant: { bytes, headers }, viewer }, moment, endsMs)
  }
  return bytes
}

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': keptByNobody,
} as const

/**
 * The next moment at which time alone changes the reply: the end of a subscription, of its grace period, of a refund on
 * request, or the beginning or end of a pause.
 */
function nextDateMs(
  { subscription }: Extract<UserSession, { authenticated: true }>,
  graceDays: number,
  nowMs: number,
): number {
  const { until, refund, paused } = subscription ?? {}
  const ends = until ? [Date.parse(until), Date.parse(until) + graceDays * 86_400_000] : []
  const turns = [refund?.until, paused?.from, paused?.until].flatMap((at) => (at ? [Date.parse(at)] : []))
  const dates = [...ends, ...turns]
  return Math.min(...dates.filter((date) => date > nowMs))
}
