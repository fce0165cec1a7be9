import { queryOptions } from '@tanstack/react-query'
import { teamCalls } from '#contract/team/team-calls.ts'
import { read } from '#web/platform/site/queries.ts'

/** Queries of the team's tools, each with its own key. */
export const invitesQuery = queryOptions({
  queryKey: ['invites'],
  queryFn: ({ signal }) => read(teamCalls.invites, { signal }),
  select: ({ invites }) => invites,
})
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => read(teamCalls.usageReport, { signal }),
})
