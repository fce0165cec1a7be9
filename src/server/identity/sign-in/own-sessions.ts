import type { FastifyInstance } from 'fastify'
import type { output } from 'zod/mini'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import type { OwnSessions } from '#contract/accounts/credentials.ts'
import { readSessions } from '#server/identity/sessions/session.store.ts'
import { endSession, endSessionsOf, endSessionWithHash } from '#server/identity/sessions/sessions.ts'
import { checkProofLately } from '#server/identity/two-factor/check-proof.ts'
import { shownNetwork } from '#server/platform/http/client-network.ts'
import { route, type UseCase } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

/** The user's sessions, this browser first, then by last use. */
const ownSessions: UseCase<'ownSessions', 'database' | 'clock'> = async (services, { viewer }) =>
  answer(services, viewer)

/**
 * Ends one session; another browser's only after recent authentication (`checkProofLately`): an attacker at an open
 * browser must not lock its owner out elsewhere. 404 for another user's session, or one that has ended.
 */
const endOwnSession: UseCase<'endOwnSession'> = async (
  services,
  { params, body, viewer, request, reply },
) => {
  const session = (await sessionsOf(services, viewer)).find(({ id }) => id === params.id)
  if (!session) return new Problem('not-found')
  if (session.tokenHash.equals(viewer.sessionHash)) {
    await endSession(services, { request, reply })
    return answer(services, viewer)
  }
  const refused = await checkProofLately(services, viewer, body)
  if (refused) return refused
  await endSessionWithHash(services, session.tokenHash)
  return answer(services, viewer)
}

/** Ends all other sessions, after recent authentication. */
const endOtherSessions: UseCase<'endOtherSessions'> = async (services, { body, viewer }) => {
  const refused = await checkProofLately(services, viewer, body)
  if (refused) return refused
  await endSessionsOf(services, viewer.userId, viewer.sessionHash)
  return answer(services, viewer)
}

function sessionsOf({ database, clock }: Pick<Services, 'database' | 'clock'>, { userId }: Viewer) {
  return readSessions(database.db, { userId, now: clock.real() })
}

async function answer(
  services: Pick<Services, 'database' | 'clock'>,
  viewer: Viewer,
): Promise<{ status: 200; body: output<typeof OwnSessions> }> {
  const sessions = (await sessionsOf(services, viewer)).map((session) => ({
    id: session.id,
    current: session.tokenHash.equals(viewer.sessionHash),
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    userAgent: session.userAgent,
    // the admin's network is not shown to the account's user
    network: session.network === null || session.switched ? null : shownNetwork(session.network),
    switched: session.switched,
  }))
  sessions.sort((a, b) => Number(b.current) - Number(a.current))
  return { status: 200, body: { sessions } }
}

/** Registers the calls that list and end a user's sessions. */
export function registerSessionCalls(app: FastifyInstance, services: Services): void {
  route(app, credentialCalls.ownSessions, (context) => ownSessions(services, context))
  route(app, credentialCalls.endOwnSession, (context) => endOwnSession(services, context))
  route(app, credentialCalls.endOtherSessions, (context) => endOtherSessions(services, context))
}
