import type { CallRequest } from '#contract/call.ts'
import { adminPriceCalls } from '#contract/desk/price-calls.ts'
import { m } from '#messages/generated/messages.js'
import { adminRead } from '#web/front/desk/desk-query.ts'
import { useDeskDraft } from '#web/front/desk/fields/use-rested.ts'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'

type Draft = CallRequest<typeof adminPriceCalls.draftPrices>['body']

/** Asks the server how prices would be; nothing is stored. */
export function askDraft(body: Draft) {
  return adminRead(adminPriceCalls.draftPrices, 'mistakes[]', { body })
}

/** Returns the server's preview of unsaved prices. */
export function useDraft(body: Draft, enabled = true) {
  return useDeskDraft(adminPriceCalls.draftPrices, 'mistakes[]', { body }, enabled).data
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
