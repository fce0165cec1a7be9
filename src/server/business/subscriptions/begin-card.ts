import type { FastifyInstance } from 'fastify'
import { readSession } from '#server/business/user-session/read-session.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { customerOf, providerNamed } from './read-card.ts'

/**
 * Begins the storing of a card: the secret for the provider's card form. Whoever tries stolen cards needs many of them, and
 * an account that costs nothing: there are none before the contact is confirmed (403), and only so many an hour for an
 * account and for a network (429).
 */
export async function beginCard(
  { limits }: Pick<FastifyInstance, 'limits'>,
  services: Services,
  { provider: name, viewer, network }: { provider: string; viewer: Viewer; network: string },
): Promise<{ clientSecret: string } | Problem> {
  const provider = providerNamed(services, name)
  if (provider instanceof Problem) return new Problem('not-found')
  const session = await readSession(services, viewer)
  if (!session.authenticated || !session.user.confirmed) return new Problem('confirmation-required')
  const { accountId } = viewer
  const tooMany =
    (await limits.cardFormsOfAccount.consume(accountId)) ?? (await limits.cardFormsOfNetwork.consume(network))
  if (tooMany) return tooMany
  const customer = await customerOf(services, provider, { accountId, email: session.user.email })
  if (customer instanceof Problem) return customer
  const setup = await provider.createSetup({ customer, idempotencyKey: services.random.token() })
  if ('kind' in setup) return new Problem('unavailable', { retryAfterSeconds: 5 })
  return { clientSecret: setup.clientSecret }
}
