import * as fc from 'fast-check'

/** Values known from earlier requests: one for a field of that name, selected by a number of the request. */
export type Known = (field: string, which: number) => string | undefined

/**
 * JSON as text, once the known values are given: text can express values that JavaScript cannot (-0, a duplicate key).
 */
export type Written = (known: Known) => string

/** As much of JSON Schema as the contract's schemas become. */
export type JsonSchema = {
  readonly type?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly items?: JsonSchema
  readonly minimum?: number
  readonly maximum?: number
  readonly format?: string
}

type Of = { readonly hostile: boolean; readonly field?: string }

/** JSON that fits a schema; where `hostile`, about every third part of it is nothing a form of ours would send. */
export function jsonFor(schema: JsonSchema, of: Of): fc.Arbitrary<Written> {
  const fitting = fittingJson(schema, of)
  if (!of.hostile) return fitting
  const ofKind = schema.type === 'string' ? hostileString : hostileJson
  // an object that is none is refused at the door, whatever is in it
  const weight = schema.type === 'object' ? 19 : 2
  return fc.oneof({ weight, arbitrary: fitting }, { weight: 1, arbitrary: ofKind })
}

function fittingJson(schema: JsonSchema, of: Of): fc.Arbitrary<Written> {
  const options = schema.anyOf ?? schema.oneOf
  if (options) return fc.oneof(...options.map((option) => jsonFor(option, of)))
  if (schema.const !== undefined) return fc.constant(() => JSON.stringify(schema.const))
  if (schema.enum) return fc.constantFrom(...schema.enum).map((value) => () => JSON.stringify(value))
  switch (schema.type) {
    case 'object':
      return schema.properties ? objectFor(schema, of) : recordFor(of)
    case 'array':
      return fc
        .oneof(fc.constant([]), fc.array(jsonFor(schema.items ?? {}, of), { maxLength: 4 }))
        .map((items) => (known) => `[${items.map((item) => item(known)).join()}]`)
    case 'integer':
    case 'number':
      return numberFor(schema, of.field ?? '')
    case 'boolean':
      // without agreement nothing else is looked at
      return (of.field === 'termsAccepted' ? fc.nat(9).map((dice) => dice > 0) : fc.boolean()).map(
        (value) => () => String(value),
      )
    case 'null':
      return fc.constant(() => 'null')
    case 'string':
      return stringFor(schema, of.field ?? '')
    default:
      return fc.jsonValue().map((value) => () => JSON.stringify(value))
  }
}

function objectFor({ properties = {}, required = [] }: JsonSchema, { hostile }: Of): fc.Arbitrary<Written> {
  const fields = Object.entries(properties).map(([field, schema]) => {
    const written = jsonFor(schema, { hostile, field }).map(
      (value): Written =>
        (known) =>
          `${JSON.stringify(field)}:${value(known)}`,
    )
    if (required.includes(field)) return hostile ? fc.option(written, { freq: 20 }) : written
    return fc.option(written, { freq: 2 })
  })
  const strangers = hostile
    ? fc.oneof({ weight: 9, arbitrary: fc.constant([]) }, fc.array(strangeField, { maxLength: 2 }))
    : fc.constant([])
  // related fields, such as a contact and its code, use the same number
  return fc.tuple(fc.tuple(...fields), strangers, fc.nat(1_000)).map(([own, more, which]) => (known) => {
    const together: Known = (field) => known(field, which)
    return `{${[...own, ...more].flatMap((one) => (one ? [one(together)] : [])).join()}}`
  })
}

/** JSON of another program, such as an authenticator's answer; if `hostile`, often with one part exchanged. */
function recordFor({ hostile, field = '' }: Of): fc.Arbitrary<Written> {
  const exchange = fc.option(fc.tuple(fc.nat(100), hostileJson), { freq: 2 })
  return fc
    .tuple(fc.nat(1_000), hostile ? exchange : fc.constant(null))
    .map(([which, exchanged]) => (known) => {
      const json = known(field, which) ?? '{}'
      return exchanged ? withPart(json, exchanged[0], exchanged[1](known)) : json
    })
}

/** JSON whose n-th word or number is another. */
export function withPart(json: string, n: number, part: string): string {
  const parts = [...json.matchAll(/(?<=[:,[])("[^"]*"|[\d.]+|true|false|null)(?=[,\]}])/g)]
  const one = parts[n % Math.max(1, parts.length)]
  return one ? json.slice(0, one.index) + part + json.slice(one.index + one[0].length) : part
}

function numberFor(
  { minimum = -1_000, maximum = 1_000, type }: JsonSchema,
  field: string,
): fc.Arbitrary<Written> {
  const bounds = { min: Math.max(minimum, -1e9), max: Math.min(maximum, 1e9) }
  const number =
    type === 'integer'
      ? fc.oneof(
          fc.integer({ min: bounds.min, max: Math.min(bounds.max, bounds.min + 20) }),
          fc.integer(bounds),
        )
      : fc.double({ ...bounds, noNaN: true })
  return fc.tuple(number, fc.nat(1_000)).map(([value, which]) => (known) => {
    const real = known(field, which)
    return real !== undefined && /^-?\d+$/.test(real) ? real : JSON.stringify(value)
  })
}

function stringFor({ format }: JsonSchema, field: string): fc.Arbitrary<Written> {
  const plain = fc.oneof(fc.constantFrom(...(plainStrings[format ?? ''] ?? [])), fc.string({ maxLength: 12 }))
  return fc.tuple(plain, fc.nat(1_000), fc.nat(9)).map(([value, which, dice]) => (known) => {
    return JSON.stringify((dice < 9 ? known(field, which) : undefined) ?? value)
  })
}

const plainStrings: Readonly<Record<string, readonly string[]>> = {
  '': ['x', '1', 'Ada Lovelace', 'Straße 1\n10115 Berlin', '漢字', '🎬', 'a@b.example'],
  date: ['2026-11-21', '2027-02-28', '9999-12-31', '0001-01-01'],
  'date-time': ['2026-11-21T10:00:00.000Z', '9999-12-31T23:59:59.999Z'],
  uuid: ['0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f'],
}

/** What no form of ours sends. */
const hostileStrings = [
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u202e\\ufeff"',
  '"\\r\\nBcc: a@b.example"',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"%00"',
  '"../../etc/passwd"',
  '"\'; drop table video; --"',
  '"9999-99-99"',
  '"-000001-01-01"',
  '"+275760-09-13"',
  `"${'x'.repeat(10_000)}"`,
  `"${'ﷺ'.repeat(250)}"`,
  `"${'a'.repeat(64)}@${'b'.repeat(180)}.example"`,
  '"a@xn--a.example"',
  '"ⅸ@ﬁ.example"',
  '"a@[127.0.0.1]"',
]
const hostileTexts = [
  ...hostileStrings,
  'null',
  'true',
  '-0',
  '-1',
  '0.5',
  '1e400',
  '1e-400',
  '2147483647',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '99999999999999999999999',
  '[]',
  '{}',
  '[[[[[[]]]]]]',
]

export const hostileJson: fc.Arbitrary<Written> = fc
  .oneof(
    fc.constantFrom(...hostileTexts),
    fc.string({ unit: 'binary', maxLength: 300 }).map((text) => JSON.stringify(text)),
    fc.json(),
    fc.double().map((value) => JSON.stringify(value)),
    fc.maxSafeInteger().map(String),
  )
  .map((text) => () => text)

/** What databases and their drivers refuse. */
const worstStrings = ['"\\u0000"', '"a\\u0000b"', '"\\ud800"']

const hostileString: fc.Arbitrary<Written> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...worstStrings).map((text) => () => text) },
  { weight: 3, arbitrary: fc.constantFrom(...hostileStrings).map((text) => () => text) },
  { weight: 1, arbitrary: hostileJson },
)

/** A key that no schema has, or that it has already. */
const strangeField: fc.Arbitrary<Written> = fc
  .tuple(
    fc.constantFrom(
      '__proto__',
      'constructor',
      'toString',
      'id',
      'name',
      'email',
      'password',
      'interval',
      '',
    ),
    hostileJson,
  )
  .map(
    ([field, value]): Written =>
      (known) =>
        `${JSON.stringify(field)}:${value(known)}`,
  )
