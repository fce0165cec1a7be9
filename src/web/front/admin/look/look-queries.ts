import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallRequest } from '#contract/call.ts'
import { adminLookCalls } from '#contract/desk/look-calls.ts'
import { adminRead } from '#web/front/desk/admin-read.ts'
import { deskQuery } from '#web/front/desk/desk-query.ts'
import { useRested } from '#web/front/desk/fields/use-rested.ts'

export const lookQuery = deskQuery(
  ['admin', 'look'],
  ({ fields }) => fields !== undefined,
  adminLookCalls.lookAtDesk,
)

type Draft = CallRequest<typeof adminLookCalls.draftLook>['body']

/** Returns the mistakes and colours of an unsaved look. */
export function useLookDraft(draft: Draft, enabled = true) {
  const asked = useRested(JSON.stringify(draft))
  return useQuery({
    queryKey: ['admin', 'look-draft', asked],
    queryFn: ({ signal }) =>
      adminRead(({ mistakes }) => Array.isArray(mistakes), adminLookCalls.draftLook, {
        body: JSON.parse(asked) as Draft,
        signal,
      }),
    enabled,
    placeholderData: keepPreviousData,
  }).data
}
