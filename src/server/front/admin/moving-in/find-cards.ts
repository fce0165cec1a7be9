import type { CardFault } from '#domain/moving-in/card-terms.ts'
import type { NewPerson } from '#domain/moving-in/check-rows.ts'
import { usableCard } from '#domain/moving-in/usable-card.ts'
import { dayIn } from '#domain/zone-days.ts'
import type { CardOnFile } from '#server/platform/outside/payment.ts'
import { Unavailable } from '#server/platform/runtime/unavailable.ts'
import type { Services } from '#server/platform/services/services.ts'

/** What the provider says about the customer of a row. */
export type FoundCard = { readonly provider: string; readonly card: CardOnFile } | CardFault

/**
 * Looks up the customers of rows at the provider, one after the other, so that the site's own charges are never refused for
 * too many calls. Throws `Unavailable` while it gives no answer: the job is repeated later.
 */
export async function findCards(
  { payments, clock, config, stopping }: Pick<Services, 'payments' | 'clock' | 'config' | 'stopping'>,
  rows: readonly { readonly row: number; readonly person: NewPerson }[],
): Promise<ReadonlyMap<number, FoundCard>> {
  const found = new Map<number, FoundCard>()
  const month = dayIn(clock.now(), config.seller.zone).slice(0, 7)
  for (const { row, person } of rows) {
    if (!person.card) continue
    const provider = [...payments.values()].find(({ readPayer }) => readPayer)
    if (!provider?.readPayer || provider.isLeftAlone?.() || stopping.aborted)
      throw new Unavailable('no payment provider can be asked about imported customers')
    const payer = await provider.readPayer(person.card.customer)
    if (payer && 'kind' in payer)
      throw new Unavailable(`no answer about an imported customer: ${payer.reason}`)
    const card = usableCard(payer, { email: person.email, month })
    found.set(row, typeof card === 'string' ? card : { provider: provider.name, card })
  }
  return found
}
