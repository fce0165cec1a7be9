import type { Usage } from '#contract/team/team.ts'

export type UsageSort = 'name' | 'lastSeen'
export type UsageOrder = { readonly sort: UsageSort; readonly descending: boolean }

/** The order in which a sort begins: names from A, who was here last first. */
export function firstOrder(sort: UsageSort): UsageOrder {
  return { sort, descending: sort === 'lastSeen' }
}

/** Users by name as the reader's language sorts them, or by when they were here; whoever never was is the longest ago. */
export function sortUsage(
  users: readonly Usage[],
  { sort, descending }: UsageOrder,
  locale: string,
): Usage[] {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base', numeric: true })
  const byName = (a: Usage, b: Usage) => compare(a.name, b.name) || compare(a.email, b.email)
  const seen = ({ lastSeenAt }: Usage) => (lastSeenAt === null ? 0 : Date.parse(lastSeenAt))
  const direction = descending ? -1 : 1
  return users.toSorted((a, b) =>
    sort === 'name' ? direction * byName(a, b) : direction * (seen(a) - seen(b)) || byName(a, b),
  )
}
