import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendVariant, type Variant } from './ready-bytes.ts'
import { anonymousVisitor, type Viewer } from './visitor.ts'

/** A cached reply of status 200. `viewer`: the viewer it was made for; undefined if it is public. */
export type CachedReply = {
  readonly variant: Variant
  readonly viewer?: Viewer | undefined
}

/** The inputs of a lookup. `search` is the query with its question mark, or empty. */
export type Asked = { readonly path: string; readonly search: string } & Pick<FastifyRequest, 'headers'>

/** Returns the complete cached reply to a GET or HEAD; undefined if not cached. */
type Find = (asked: Asked) => CachedReply | undefined

/** Registry of the rooms' caches. */
type CachedReplies = {
  /** For one exact path. */
  at(path: string, find: Find): void
  /** For many paths; tried in order of registration, after the lookups of single paths. */
  elsewhere(find: Find): void
}

/**
 * Answers from cache in a hook, before the session lookup and load control. Other requests go on to their route, whose
 * handler may fill the cache. Register after the host check.
 */
export function registerCachedReplies(app: FastifyInstance): void {
  const single = new Map<string, Find>()
  const others: Find[] = []
  app.decorate('cachedReplies', {
    at: (path, find) => void single.set(path, find),
    elsewhere: (find) => void others.push(find),
  } satisfies CachedReplies)

  app.addHook('onRequest', (request, reply, next) => {
    const asked = askedBy(request)
    const found = asked && (single.get(asked.path)?.(asked) ?? firstOf(others, asked))
    if (!found) return next()
    request.visitor = { ...anonymousVisitor(request), viewer: found.viewer }
    sendVariant(request, reply, found.variant)
  })
}

function firstOf(lookups: readonly Find[], asked: Asked): CachedReply | undefined {
  for (const find of lookups) {
    const found = find(asked)
    if (found) return found
  }
  return undefined
}

function askedBy({ method, url, headers }: FastifyRequest): Asked | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  const end = url.indexOf('?')
  return end < 0
    ? { path: url, search: '', headers }
    : { path: url.slice(0, end), search: url.slice(end), headers }
}

declare module 'fastify' {
  interface FastifyInstance {
    cachedReplies: CachedReplies
  }
}
