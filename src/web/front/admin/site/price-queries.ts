import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallRequest } from '#contract/call.ts'
import { adminPriceCalls } from '#contract/desk/price-calls.ts'
import { m } from '#messages/generated/messages.js'
import { adminRead } from '#web/front/desk/admin-read.ts'
import { deskQuery } from '#web/front/desk/desk-query.ts'
import { useRested } from '#web/front/desk/fields/use-rested.ts'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'

export const pricesQuery = deskQuery(
  ['admin', 'prices'],
  ({ shown }) => shown !== undefined,
  adminPriceCalls.pricesAtDesk,
)

export type DraftOf = CallRequest<typeof adminPriceCalls.draftPrices>['body']

/** Asks the server how prices would be; nothing is stored. */
export function askDraft(body: DraftOf, signal?: AbortSignal) {
  return adminRead(({ mistakes }) => Array.isArray(mistakes), adminPriceCalls.draftPrices, {
    body,
    ...(signal && { signal }),
  })
}

/** Returns the server's preview of unsaved prices. */
export function useDraft(body: DraftOf, enabled = true) {
  const asked = useRested(JSON.stringify(body))
  return useQuery({
    queryKey: ['admin', 'prices-draft', asked],
    queryFn: ({ signal }) => askDraft(JSON.parse(asked) as DraftOf, signal),
    enabled,
    placeholderData: keepPreviousData,
  }).data
}

type Base = { readonly version: number; readonly fileDigest: string | null }

/** Puts prices on sale once the password is given; `dialog` has to be rendered. */
export function useSavePrices(onSaved: () => void = () => undefined) {
  const { ask, dialog, busy } = useAdminChange(adminPriceCalls.savePrices, {
    done: m.prices_saved,
    onDone: () => onSaved(),
  })
  const start = ({ version, fileDigest }: Base, text: string | null, message = m.prices_prompt()) =>
    ask({ message, body: { text, version, fileDigest } })
  return { start, dialog, busy }
}
