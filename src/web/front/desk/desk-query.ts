import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Call, CallReply } from '#contract/call.ts'
import { m } from '#messages/generated/messages.js'
import { type CallArguments, CallProblem, call as send } from '#web/platform/site/api.ts'

type Body<C extends Call> = CallReply<C>['body']
/** The fields of a reply that are never null: `rows[]` is a list, `title` something else. */
type FieldOf<Reply> = Reply extends unknown
  ? {
      [Name in keyof Reply & string]: null extends Reply[Name]
        ? never
        : NonNullable<Reply[Name]> extends readonly unknown[]
          ? `${Name}[]`
          : Name
    }[keyof Reply & string]
  : never

/**
 * The query of a read of the desk: read anew whenever a page shows it.
 * @param field one that each expected reply has: without it the reply is refused as incomprehensible (product.md section 8);
 *   undefined where all of them may be null
 */
export function deskQuery<C extends Call>(
  call: C,
  field: FieldOf<Body<C>> | undefined,
  ...[request]: CallArguments<C>
) {
  return queryOptions({
    queryKey: ['admin', call.path, request] as const,
    queryFn: ({ signal }) =>
      adminRead(call, field, ...([{ ...request, signal }] as unknown as CallArguments<C>)),
    staleTime: 0,
  })
}

/** The query of a table of the desk: its rows stay until those of another page or filter have arrived. */
export function deskTableQuery<C extends Call>(...of: Parameters<typeof deskQuery<C>>) {
  return queryOptions({ ...deskQuery<C>(...of), placeholderData: keepPreviousData })
}

/** Makes an admin call for a query: throws a problem, as TanStack Query expects. `field` as for `deskQuery`. */
export async function adminRead<C extends Call>(
  call: C,
  field: FieldOf<Body<C>> | undefined,
  ...request: CallArguments<C>
): Promise<Body<C>> {
  const reply = await send(call, ...request)
  if (reply instanceof CallProblem && !reply.isUnreadable) throw reply
  if (reply instanceof CallProblem || (field !== undefined && !hasField(reply.body, field)))
    throw new Error(m.admin_incomprehensible())
  return reply.body
}

function hasField(body: unknown, field: string): boolean {
  const fields = body as Readonly<Record<string, unknown>> | null
  return field.endsWith('[]')
    ? Array.isArray(fields?.[field.slice(0, -2)])
    : (fields?.[field] ?? null) !== null
}

/** Reads something of the desk. */
export function useDeskRead<C extends Call>(...of: Parameters<typeof deskQuery<C>>) {
  return useQuery(deskQuery<C>(...of))
}

/** Reads a table of the desk. */
export function useDeskTable<C extends Call>(...of: Parameters<typeof deskQuery<C>>) {
  return useQuery(deskTableQuery<C>(...of))
}
