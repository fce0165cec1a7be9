import { readSession } from '#server/business/user-session/read-session.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { customerOf, providerNamed } from './read-card.ts'

/**
 * Begins storing a card: returns the client secret of the provider's card form. Testing stolen cards would need many
 * forms and a free account: none is allowed before the contact is confirmed (403), and a limited number an hour per
 * account and network (429).
 */
export async function beginCard(
  services: Services,
  { provider: name, viewer, network }: { provider: string; viewer: Viewer; network: string },
): Promise<{ clientSecret: string } | Problem> {
  const provider = providerNamed(services, name)
  if (provider instanceof Problem) return new Problem('not-found')
  const session = await readSession(services, viewer)
  if (!session.authenticated || !session.user.confirmed) return new Problem('confirmation-required')
  const { accountId } = viewer
  const tooMany =
    (await services.limits.cardFormsOfAccount.consume(accountId)) ??
    (await services.limits.cardFormsOfNetwork.consume(network))
  if (tooMany) return tooMany
  const customer = await customerOf(services, provider, { accountId, email: session.user.email })
  if (customer instanceof Problem) return customer
  const setup = await provider.createSetup({ customer, idempotencyKey: services.random.token() })
  if ('kind' in setup) return new Problem('unavailable', { retryAfterSeconds: 5 })
  return { clientSecret: setup.clientSecret }
}
