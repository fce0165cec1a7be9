import * as fc from 'fast-check'
import * as z from 'zod/mini'
import { type Call, pathOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { eventTypes } from '#server/platform/outside/stripe/read-event.ts'
import { hostileJson, type JsonSchema, jsonFor, type Known, type Written } from './fuzzed-json.ts'

/** Who asks. The owner and the viewer have a subscription that runs, the subscriber a card, the guest nothing. */
export const askers = ['visitor', 'viewer', 'manager', 'owner', 'subscriber', 'guest', 'admin'] as const
export type Asker = (typeof askers)[number]

/** A request that is complete once it is known what there is. */
export type FuzzedRequest = {
  readonly name: keyof typeof calls
  readonly asker: Asker
  readonly path: (known: Known) => string
  readonly body: Written | undefined
  /** The replacement of a part of a scene's body. */
  readonly exchange: readonly [number, Written] | undefined
  readonly headers: Readonly<Record<string, string>>
  /** Something is wrong with it. */
  readonly hostile: boolean
  /** The preconditions of a success are met before (fuzz-scenes.ts). */
  readonly staged: boolean
}

/** Requests of all calls alike: three of five match the contract, and nearly all come from a permitted user. */
export const fuzzedRequest: fc.Arbitrary<FuzzedRequest> = fc
  .tuple(fc.constantFrom(...(Object.keys(calls) as (keyof typeof calls)[])), fc.nat(4))
  .chain(([name, dice]) => requestOf(name, dice < 2))

function requestOf(name: keyof typeof calls, hostile: boolean): fc.Arbitrary<FuzzedRequest> {
  const call: Call = calls[name]
  const [params, query, described] = [call.params, call.query, call.body].map((schema) =>
    schema ? jsonFor(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema, { hostile }) : undefined,
  )
  const body = name === 'webhook' ? jsonFor(paymentEvent, { hostile }) : described
  return fc.record({
    name: fc.constant(name),
    asker: fc.constantFrom(...mayAsk(call), ...(hostile ? askers.slice(0, 2) : [])),
    path: fc.tuple(params ?? nothing, query ?? nothing).map(
      ([filled, asked]) =>
        (known: Known) =>
          pathWith(call, filled, asked, known),
    ),
    body: hostile ? fc.oneof({ weight: 19, arbitrary: body ?? nothing }, brokenBody) : (body ?? nothing),
    exchange: hostile ? fc.tuple(fc.nat(100), hostileJson) : fc.constant(undefined),
    headers: hostile ? hostileHeaders : fc.constant({}),
    hostile: fc.constant(hostile),
    // a hostile one gets further where the rest of it is right
    staged: fc.integer({ min: 0, max: 9 }).map((dice) => dice < (hostile ? 5 : 8)),
  })
}

/** What Stripe sends, which no schema of the contract describes: its signature is of the bytes. */
const paymentEvent: JsonSchema = (() => {
  const of = (properties: Readonly<Record<string, JsonSchema>>, optional: readonly string[] = []) => ({
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
  })
  const text = { type: 'string' }
  const object = of(
    {
      object: {
        enum: [
          'payment_intent',
          'refund',
          'dispute',
          'radar.early_fraud_warning',
          'payment_method',
          'customer',
        ],
      },
      id: text,
      payment_intent: { anyOf: [text, of({ id: text })] },
      metadata: {
        anyOf: [{ const: {} }, of({ installation: text, attempt: text, refund: text }, ['refund'])],
      },
    },
    ['payment_intent', 'metadata'],
  )
  return of({
    object: { const: 'event' },
    id: text,
    type: { enum: eventTypes },
    created: { type: 'integer', minimum: 0, maximum: 2_000_000_000 },
    livemode: { type: 'boolean' },
    data: of({ object }),
  })
})()

const nothing: fc.Arbitrary<Written | undefined> = fc.constant(undefined)

function mayAsk(call: Call): readonly Asker[] {
  // only the admin can be in another account
  if (call === calls.returnFromSwitch) return ['admin']
  switch (call.actor) {
    case 'signed':
      return ['visitor']
    case 'anyone':
    case 'demo':
    case 'two-factor':
      return ['visitor', 'viewer', 'owner', 'subscriber']
    case 'admin':
      return ['admin']
    case 'users.manage':
      return ['manager', 'owner', 'subscriber']
    case 'viewer':
    case 'password-change':
      return ['viewer', 'manager', 'owner', 'subscriber', 'guest']
    default:
      return ['owner', 'subscriber', 'guest']
  }
}

/** Parameters are JSON like bodies; other values become strings. An ID is one of the path's subject. */
function pathWith(call: Call, params: Written | undefined, query: Written | undefined, known: Known): string {
  const ofKind: Known = (field, which) => known(field === 'id' ? kindOfId(call.path) : field, which)
  const filled = fieldsOf(params?.(ofKind))
  const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const path = pathOf(
    call.path,
    Object.fromEntries(names.map((name) => [name, wellFormed(filled[name] ?? 'x')])),
  )
  const asked = Object.entries(fieldsOf(query?.(ofKind))).map(([name, value]) => [name, wellFormed(value)])
  return asked.length === 0 ? path : `${path}?${new URLSearchParams(asked)}`
}

function kindOfId(path: string): string {
  return /passkeys|sessions|invoices|invites|invite|video/.exec(path)?.[0] ?? 'id'
}

function fieldsOf(json: string | undefined): Readonly<Record<string, unknown>> {
  const value: unknown = json === undefined ? {} : JSON.parse(json)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function wellFormed(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.toWellFormed()
}

const brokenBody: fc.Arbitrary<Written> = fc
  .constantFrom('', '{', '[]', 'null', '"x"', '{"a":1', '{"a":1,}', '\u0000', `{"a":${'['.repeat(5_000)}`)
  .map((text) => () => text)

const hostileHeaders: fc.Arbitrary<Readonly<Record<string, string>>> = fc.record(
  {
    'idempotency-key': fc.constantFrom('1', '2', 'x'.repeat(255), 'ÿ'),
    'if-none-match': fc.constantFrom('*', '"a"', 'W/"a"', ','),
    'accept-language': fc.constantFrom('de', '*', 'xx;q=9', '-'),
    'user-agent': fc.constantFrom('', 'ÿ', 'x'.repeat(5_000)),
    range: fc.constantFrom('bytes=0-', 'bytes=-0', 'bytes=9-1'),
  },
  { requiredKeys: [] },
)
