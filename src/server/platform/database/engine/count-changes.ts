import type pg from 'pg'

/**
 * Calls `count` whenever a connection of this process has changed visible data: after each statement that writes, and
 * after the commit of a transaction with such a statement. Caches of rows compare that count, so writing code need not
 * invalidate them.
 */
export function countChanges(client: pg.PoolClient, count: () => void): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  let written = false
  client.query = ((...args: unknown[]) => {
    const [statement] = args
    const text = typeof statement === 'string' ? statement : ((statement as { text?: string })?.text ?? '')
    const isEnd = /^\s*(?:commit|end)\b/i.test(text)
    if (/^\s*(?:begin|start)\b/i.test(text)) written = false
    if (!isEnd && !changes(text)) return query(...args)
    const ended = () => {
      if (isEnd && !written) return
      written = !isEnd
      count()
    }
    const callback = args.at(-1)
    if (typeof callback !== 'function') return (query(...args) as Promise<unknown>).finally(ended)
    const told = (...outcome: unknown[]) => {
      ended()
      callback(...outcome)
    }
    return query(...args.slice(0, -1), told)
  }) as typeof client.query
}

/**
 * Tables that are written continually and never cached: positions, grants and watched parts of videos, counted
 * attempts, replies of idempotency keys, outgoing mails and webhooks, the upkeep's records.
 */
const readAnew: ReadonlySet<string> = new Set([
  'attempt_count',
  'idempotent_reply',
  'mail',
  'mail_attachment',
  'mail_pause',
  'playback_grant',
  'upkeep_step',
  'viewing',
  'viewing_revision',
  'watched',
  'webhook_delivery',
  'webhook_event',
  'pgboss',
])

/** Returns whether a statement may change cached data; true in doubt. */
export function changes(text: string): boolean {
  const known = judged.get(text)
  if (known !== undefined) return known
  const answer = judge(text)
  // most statements differ in their parameters only; lists of many lengths must not fill the memory
  if (judged.size >= 2_000) judged.clear()
  judged.set(text, answer)
  return answer
}

const judged = new Map<string, boolean>()

function judge(text: string): boolean {
  if (!/^\s*(?:select|with|insert|update|delete)\b/i.test(text))
    return !/^\s*(?:begin|start|rollback|savepoint|release|set|show)\b[^;]*$/i.test(text)
  const targets = text.matchAll(
    /\b(?:insert\s+into|delete\s+from|(?<!\b(?:for|key|do)\s+)update)\s+(?:only\s+)?"?(\w+)/gi,
  )
  return targets.some(([, table = '']) => !readAnew.has(table.toLowerCase()))
}
