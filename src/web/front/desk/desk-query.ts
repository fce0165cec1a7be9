import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Call, CallReply } from '#contract/call.ts'
import type { CallArguments } from '#web/platform/site/api.ts'
import { adminRead } from './admin-read.ts'

/** The query of a read of the desk: read anew whenever a page shows it. `fits` as for `adminRead`. */
export function deskQuery<C extends Call, Key extends QueryKey>(
  queryKey: Key,
  fits: (body: Partial<CallReply<C>['body']>) => boolean,
  call: C,
  ...[request]: CallArguments<C>
) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      adminRead<C>(fits, call, ...([{ ...request, signal }] as unknown as CallArguments<C>)),
    staleTime: 0,
  })
}

/** The query of a table of the desk: its rows stay until those of another page or filter have arrived. */
export function deskTableQuery<C extends Call, Key extends QueryKey>(
  ...of: Parameters<typeof deskQuery<C, Key>>
) {
  return queryOptions({ ...deskQuery<C, Key>(...of), placeholderData: keepPreviousData })
}
