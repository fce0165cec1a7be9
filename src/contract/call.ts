import type * as z from 'zod/mini'

/**
 * Who may make a call. `anyone` needs no session; `viewer` a session of any signed-in user; the permissions are those
 * that the session lists (product.md section 6); `admin` is the one fixed account; `demo` answers 404 outside demo
 * mode. A session whose second factor is pending counts as signed out, except for calls of the actor `two-factor`; so
 * does one opened with a temporary password, except for `password-change`, which a signed-in user may make as well.
 * `signed` is a machine whose message carries its own signature: no session, no CSRF token.
 */
export type Actor =
  | 'anyone'
  | 'viewer'
  | 'account.manage'
  | 'subscription.manage'
  | 'users.manage'
  | 'admin'
  | 'two-factor'
  | 'password-change'
  | 'signed'
  | 'demo'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Schema = z.ZodMiniType

/** One row of the table of calls: all that browser, server, tests and OpenAPI need to know about a call. */
export type Call = {
  readonly method: Method
  /** In the router's notation: `/api/video/:id`. */
  readonly path: string
  readonly actor: Actor
  /** One line for the reader of the API description. */
  readonly summary: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** A body of another kind, whose bytes the call reads itself, or not at all. */
  readonly otherBody?: {
    readonly required: boolean
    readonly mediaTypes: readonly string[]
    readonly schema: Schema
  }
  /** Schema of the body by status; 304 has none. */
  readonly replies: { readonly [status: number]: Schema }
  /** Media type of a successful reply that is not JSON. */
  readonly mediaType?: string
  /** The same `Idempotency-Key` with the same body repeats the first answer. */
  readonly idempotent?: true
  /**
   * Whether the admin may make it while switched into somebody's account: reads may be, unless this is `false`; writes may
   * not, unless it is `true`, or `recorded` for one that the audit log tells of.
   */
  readonly whileSwitched?: boolean | 'recorded'
  /** Bodies that are accepted while switched, where not all are. */
  readonly bodyWhileSwitched?: Schema
  /** The reply is made of ready bytes with a strong ETag and may be answered 304. */
  readonly conditional?: true
}

type Shape<S> = S extends Schema ? z.output<S> : undefined

/** What the caller sends with a call: only the parts that the call has. */
export type CallRequest<C extends Call> = (C extends { params: infer P } ? { params: Shape<P> } : unknown) &
  (C extends { query: infer Q } ? { query: Shape<Q> } : unknown) &
  (C extends { body: infer B } ? { body: Shape<B> } : unknown)

/** A successful reply, discriminated by `status`. */
export type CallReply<C extends Call> = {
  [Status in keyof C['replies'] & number]: { status: Status; body: Shape<C['replies'][Status]> }
}[keyof C['replies'] & number]

/** Fills a path's parameters: `pathOf('/api/video/:id', {id: 'closures'})`. Values are percent-encoded. */
export function pathOf(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new TypeError(`${path} needs "${name}"`)
    return encodeURIComponent(value)
  })
}
