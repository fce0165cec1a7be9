import { randomBytes } from 'node:crypto'
import { type Form, formIn, textIn } from './stripe-server-form.ts'

/** An object that Stripe stores, as sent. */
export type Kept = { id: string; object: string; created: number; [field: string]: unknown }

export type StripeEvent = Kept & { type: string; data: { object: Kept } }

/** A refusal as Stripe words it. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly error: Readonly<Record<string, unknown>>
  constructor(status: number, error: Readonly<Record<string, unknown>>) {
    super(String(error.message))
    this.status = status
    this.error = error
  }
}

/** All objects of one Stripe account, in the order of creation. */
export type StripeBooks = {
  /** Keeps a new thing with a fresh id of its kind. */
  keep<Fields extends Record<string, unknown>>(prefix: string, object: string, fields: Fields): Kept & Fields
  /** The thing of that kind and id, or the refusal of an unknown id. */
  find(object: string, id: string | undefined, param?: string): Kept
  all(object: string): readonly Kept[]
  /** A page, newest first, of what fits. */
  list(object: string, query: Form, fits?: (one: Kept) => boolean): Record<string, unknown>
  /** Records an event about an object, with its current state. */
  tell(type: string, about: Kept): void
  /** Forgets everything. */
  empty(): void
}

export function createStripeBooks(
  real: () => Date,
  onEvent: (event: StripeEvent) => void,
  livemode: boolean,
): StripeBooks {
  const kept = new Map<string, Kept[]>()
  const seconds = () => Math.floor(real().getTime() / 1000)
  const all = (object: string) => kept.get(object) ?? []

  const books: StripeBooks = {
    all,
    keep(prefix, object, fields) {
      const one = {
        id: `${prefix}_${randomBytes(12).toString('hex')}`,
        object,
        created: seconds(),
        livemode,
        ...fields,
      }
      kept.set(object, [...all(object), one])
      return one
    },
    find(object, id, param = 'id') {
      const one = all(object).find((known) => known.id === id)
      if (one && one.deleted !== true) return one
      throw new StripeRefusal(404, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        param,
        message: `No such ${object.replaceAll('_', '')}: '${id}'`,
      })
    },
    list(object, query, fits = () => true) {
      const { gte, gt, lte, lt } = formIn(query, 'created')
      const found = all(object)
        .toReversed()
        .filter(({ created }) => created >= Number(gte ?? 0) && created > Number(gt ?? -1))
        .filter(({ created }) => created <= Number(lte ?? created) && created < Number(lt ?? created + 1))
        .filter((one) => one.deleted !== true && fits(one))
      const after = textIn(query, 'starting_after')
      const from = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1
      const limit = Math.min(Number(textIn(query, 'limit') ?? 10), 100)
      return {
        object: 'list',
        url: `/v1/${object}s`,
        has_more: found.length > from + limit,
        data: found.slice(from, from + limit),
      }
    },
    tell(type, about) {
      const object = structuredClone(about)
      const event = books.keep('evt', 'event', { type, data: { object }, api_version: '2026-10-28.endive' })
      onEvent(structuredClone(event))
    },
    empty: () => kept.clear(),
  }
  return books
}
