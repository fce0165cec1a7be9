import * as z from 'zod/mini'
import type { Actor, Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { scopeOf } from '#contract/key-scopes.ts'
import { problems } from '#contract/problems.ts'
import { RichText } from '#contract/rich-text.ts'
import { Instant, Nothing } from '#contract/shapes.ts'
import { webhookData } from '#contract/webhooks/webhook-bodies.ts'
import type { Config } from '#server/platform/config/config.ts'
import { cookieName } from './cookies.ts'

type Json = { readonly [key: string]: unknown }

/**
 * Returns the OpenAPI 3.1 description of all calls, generated from the contract's table. Calls that this site lacks
 * (the demo's) are left out.
 */
export function openApi(config: Pick<Config, 'productName' | 'https' | 'demo' | 'baseUrl'>): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const [name, call] of Object.entries<Call>(calls)) {
    if (call.actor === 'demo' && !config.demo) continue
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call) }
  }
  return {
    openapi: '3.1.1',
    info: { title: `${config.productName}: calls`, version: '1', description: introduction },
    servers: [{ url: config.baseUrl.origin }],
    paths,
    webhooks: webhooks(),
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookieName(config, 'session') },
        csrfToken: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
        key: { type: 'http', scheme: 'bearer', bearerFormat: 'lectern_live_…' },
      },
      schemas: { Problem: problemSchema, ...inComponents(z.toJSONSchema(RichText).$defs ?? {}) },
      responses: {
        Problem: {
          description: 'Whatever goes wrong',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
        Unchanged: { description: 'The caller has these bytes already' },
      },
    },
  }
}

/** What this site sends to the receivers that the admin has named (docs/webhooks.md). */
function webhooks(): Json {
  const webhook = (type: string, data: Schema): Json => ({
    post: {
      summary: `The event ${type}`,
      parameters: webhookHeaders,
      requestBody: { required: true, content: json(bodyOf(type, data), 'output') },
      responses: { '2XX': { description: 'Taken; anything else is another attempt later' } },
    },
  })
  return Object.fromEntries(
    Object.entries(webhookData).map(([type, data]) => [type, webhook(type, data)] as const),
  )
}

function bodyOf(type: string, data: Schema): Schema {
  return z.strictObject({ type: z.literal(type), timestamp: Instant, data })
}

const webhookHeaders = [
  ['webhook-id', 'The same in each attempt to send an event.'],
  ['webhook-timestamp', 'Seconds since 1970; refuse one that is more than five minutes off.'],
  [
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of id, timestamp and body, in base64; two while the secret is changed.',
  ],
].map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}))

const introduction = [
  'Writes carry a token from GET /api/csrf-token in the header X-CSRF-Token, which is good for 15 minutes and bound to',
  'the cookies of the browser that fetched it. A page may name in X-Viewer the user for whom it was drawn: a write is refused',
  'with `login-required` when another user is signed in. Failures are problem details (RFC 9457); `code` is the word for programs.',
].join(' ')

function operation(name: string, call: Call): Json {
  const scope = scopeOf(call)
  const needsToken = call.method !== 'GET' && call.method !== 'HEAD' && call.actor !== 'signed'
  return {
    operationId: name,
    summary: call.summary,
    ...(call.actor !== 'anyone' && {
      description: `${whoMay[call.actor]}${scope ? ` A key needs the scope ${scope}.` : ''}`,
    }),
    parameters: [
      ...parametersOf('path', call.params),
      ...parametersOf('query', call.query),
      ...(call.idempotent ? [idempotencyKey] : []),
      ...(needsToken && call.path.startsWith('/api/') ? [pageViewer] : []),
      ...(call.conditional ? [ifNoneMatch] : []),
    ],
    ...requestBodyOf(call),
    responses: {
      ...Object.fromEntries(
        Object.entries(call.replies).map(([status, schema]) => [
          status,
          {
            description: descriptions[Number(status)] ?? 'Done',
            ...(schema !== Nothing && { content: contentOf(call, schema) }),
          },
        ]),
      ),
      ...(call.conditional && { 304: { $ref: '#/components/responses/Unchanged' } }),
      default: { $ref: '#/components/responses/Problem' },
    },
    security: [
      { ...(needsSession(call.actor) && { session: [] }), ...(needsToken && { csrfToken: [] }) },
      ...(scope ? [{ key: [] }] : []),
    ],
  }
}

const descriptions: Readonly<Record<number, string>> = {
  202: 'Accepted; one more step is needed',
  503: 'Something that visitors need is away',
}

const whoMay: Readonly<Record<Exclude<Actor, 'anyone'>, string>> = {
  viewer: 'Needs somebody who is signed in.',
  'account.manage': 'Needs the permission account.manage.',
  'subscription.manage': 'Needs the permission subscription.manage.',
  'users.manage': 'Needs the permission users.manage.',
  admin: 'Needs the admin.',
  'two-factor': 'Needs a sign-in that waits for its second factor.',
  signed: 'Needs a message signed by the provider.',
  'password-change': 'Needs somebody who is signed in, be it with a temporary password.',
  demo: 'In the demo only.',
}

function needsSession(actor: Actor): boolean {
  return actor !== 'anyone' && actor !== 'demo' && actor !== 'signed'
}

type Schema = NonNullable<Call['body']>

function requestBodyOf({ body, otherBody }: Call): Json {
  if (body) return { requestBody: { required: true, content: json(body, 'input') } }
  if (!otherBody) return {}
  const { required, mediaTypes, schema } = otherBody
  const content = mediaTypes.map((mediaType) => [mediaType, { schema: plain(schema, 'input') }])
  return { requestBody: { required, content: Object.fromEntries(content) } }
}

/** Binary content has no schema beside its media type (OpenAPI 3.1, 4.8.14.3). */
function contentOf({ mediaType }: Call, schema: Schema): Json {
  return mediaType === undefined ? json(schema, 'output') : { [mediaType]: {} }
}

function json(schema: Schema, io: 'input' | 'output'): Json {
  return { 'application/json': { schema: plain(schema, io) } }
}

/** OpenAPI 3.1 implies JSON Schema 2020-12, so `$schema` is removed. */
function plain(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema: _, $defs: __, ...rest } = z.toJSONSchema(schema, { io })
  return inComponents(rest)
}

/** Moves a schema's named definitions to the shared components. */
function inComponents(schema: object): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/'))
}

function parametersOf(place: 'path' | 'query', schema: Schema | undefined): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' })
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
  }))
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same key with the same body repeats the first answer for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}
const pageViewer = {
  name: 'X-Viewer',
  in: 'header',
  description:
    'The id of the user for whom the page was drawn; with another one signed in the write is refused.',
  schema: { type: 'string' },
}
const ifNoneMatch = { name: 'If-None-Match', in: 'header', schema: { type: 'string' } }

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'The sentence for the person' },
    code: { enum: Object.keys(problems) },
    errors: { type: 'object', additionalProperties: { type: 'string' }, description: 'Field to sentence' },
    requestId: { type: 'string' },
  },
}
