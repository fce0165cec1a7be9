import { inviteWorks } from '#domain/team/invite.ts'
import { seatsFor } from '#domain/team/seats.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type FoundInvite, findInvite } from './invite.store.ts'
import { seatedSubscription } from './seated-subscription.ts'

/**
 * Returns the invitation of a link. An unknown, revoked, expired or used up code is 404 `not-found`, without
 * distinction.
 */
export const readInvitation: UseCase<'invitation', 'config' | 'database' | 'clock' | 'limits'> = async (
  services,
  { params, visitor },
) => {
  const wait = await services.limits.invitation.consume(visitor.network)
  if (wait) return wait
  const invite = await findInvite(services.database.db, params.id)
  if (!invite || !inviteWorks(invite, services.clock.now())) return new Problem('not-found')
  const { accountName, domain } = invite
  return { status: 200, body: { accountName, domain, seatLeft: hasSeatLeft(services, invite) } }
}

/** Returns whether one more user gets a seat now without a further payment. */
export function hasSeatLeft(
  services: Pick<Services, 'clock' | 'config'>,
  { subscription, userCount }: Pick<FoundInvite, 'subscription' | 'userCount'>,
): boolean {
  return seatsFor(seatedSubscription(services, subscription), userCount + 1) === 'fits'
}
