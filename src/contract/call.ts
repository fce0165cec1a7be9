import type * as z from 'zod/mini'

/**
 * Who may make a call. `anyone` needs no session; `viewer` needs any signed-in user; the permissions are those of the
 * session (product.md section 6); `admin` is the one fixed account; `demo` answers 404 outside demo mode. A session with
 * a pending second factor counts as signed out, except for calls of the actor `two-factor`; so does one opened with a
 * temporary password, except for `password-change`, which any signed-in user may make. `signed` is a machine whose
 * message is signed: no session, no CSRF token.
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

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Schema = z.ZodMiniType

/** One row of the table of calls: everything that browser, server, tests and OpenAPI share about a call. */
export type Call = {
  readonly method: Method
  /** In the router's notation: `/api/video/:id`. */
  readonly path: string
  readonly actor: Actor
  /** One line for the API description. */
  readonly summary: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** Limit of a JSON body, in bytes, where it may be longer than those of other calls. */
  readonly largestBodyBytes?: number
  /** A body that is not JSON; the call reads its bytes itself, or ignores them. */
  readonly otherBody?: {
    readonly required: boolean
    readonly mediaTypes: readonly string[]
    readonly schema: Schema
  }
  /** Schema of the body by status; 304 has none. */
  readonly replies: { readonly [status: number]: Schema }
  /** Media type of a successful reply that is not JSON. */
  readonly mediaType?: string
  /** A repeated `Idempotency-Key` with the same body returns the stored reply. */
  readonly idempotent?: true
  /**
   * Whether the admin may make it while switched into an account. Default: reads yes, writes no. `recorded`: a write that
   * goes to the audit log.
   */
  readonly whileSwitched?: boolean | 'recorded'
  /** Bodies accepted while switched, where not all are. */
  readonly bodyWhileSwitched?: Schema
  /** The reply is a cached body with a strong ETag and can be answered with 304. */
  readonly conditional?: true
}

type Shape<S> = S extends Schema ? z.output<S> : undefined

/** The caller's input: only the parts that the call has. */
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
