import type Stripe from 'stripe'
import type * as z from 'zod/mini'
import type { Unknown } from '#server/platform/outside/payment.ts'
import { type AskStripe, isMissing, unknownBy } from './ask-stripe.ts'
import { Page } from './stripe-shapes.ts'

type Paging = { readonly limit: number; readonly starting_after?: string }

/** `isMissing`: the object that the list is about does not exist. */
type NoList = Unknown & { readonly isMissing?: boolean }

const pageSize = 100
/** More pages indicate an error: no list requested here is that long. */
const maxPages = 200

/**
 * Returns all entries of a list, newest first, each validated. The SDK's own paging takes a malformed answer for the
 * end of the list, and a missed entry would be taken for one that never existed.
 */
export async function listAll<Shape extends z.ZodMiniType>(
  ask: AskStripe,
  shape: Shape,
  list: (client: Stripe, paging: Paging) => Promise<unknown>,
): Promise<readonly z.output<Shape>[] | NoList> {
  const found: z.output<Shape>[] = []
  let after: string | undefined
  for (let count = 0; count < maxPages; count += 1) {
    const paging = { limit: pageSize, ...(after !== undefined && { starting_after: after }) }
    const asked = await ask((client) => list(client, paging))
    if (asked.kind !== 'answer') return { ...unknownBy(asked), isMissing: isMissing(asked) }
    const page = Page.safeParse(asked.body)
    if (!page.success) return { kind: 'unknown', reason: 'no list' }
    for (const one of (asked.body as { data: unknown[] }).data) {
      const read = shape.safeParse(one)
      if (!read.success) return { kind: 'unknown', reason: 'a list with something else in it' }
      found.push(read.data)
    }
    after = page.data.data.at(-1)?.id
    if (!page.data.has_more) return found
    if (after === undefined) return { kind: 'unknown', reason: 'an empty page in the middle of a list' }
  }
  return { kind: 'unknown', reason: 'a list without end' }
}
