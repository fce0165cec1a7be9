import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendVariant, type Variant } from './ready-bytes.ts'
import { anonymousVisitor, type Viewer } from './visitor.ts'

/** A reply of status 200 whose bytes are cached. `viewer`: for whom they were made; undefined where they are everybody's. */
export type CachedReply = {
  readonly variant: Variant
  readonly viewer?: Viewer | undefined
}

/** What a lookup may depend on. `search` is the query with its question mark, empty where there is none. */
export type Asked = { readonly path: string; readonly search: string } & Pick<FastifyRequest, 'headers'>

/** The cached reply to a GET or HEAD; undefined where nothing is cached. Always the whole reply. */
type Find = (asked: Asked) => CachedReply | undefined

/** Where rooms register what they cache. */
type CachedReplies = {
  /** For one path, spelled exactly like this. */
  at(path: string, find: Find): void
  /** For many paths; asked in order of registration, after the lookups of single paths. */
  elsewhere(find: Find): void
}

/**
 * Answers cached bytes in a hook, before a session is looked up and before anything is counted as load. Requests without
 * a cached reply go on to their route, whose handler may cache one. To be registered after the host check.
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
