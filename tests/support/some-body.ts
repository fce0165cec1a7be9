import * as z from 'zod/mini'

type Definition = {
  readonly type: string
  readonly shape?: Record<string, z.ZodMiniType>
  readonly innerType?: z.ZodMiniType
  readonly options?: readonly z.ZodMiniType[]
  readonly entries?: Record<string, string>
  readonly values?: readonly unknown[]
  readonly element?: z.ZodMiniType
}

/** The smallest value that a schema of the contract accepts: optional fields are omitted, lists as short as they may be. */
export function somethingFor(schema: z.ZodMiniType): unknown {
  const def = schema._zod.def as unknown as Definition
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape ?? {}).filter(([, field]) => field._zod.def.type !== 'optional')
      return Object.fromEntries(fields.map(([name, field]) => [name, somethingFor(field)]))
    }
    case 'union':
      return somethingFor(def.options?.[0] as z.ZodMiniType)
    case 'nullable':
      return null
    case 'array':
      return z.safeParse(schema, []).success ? [] : [somethingFor(def.element as z.ZodMiniType)]
    case 'record':
      return {}
    case 'enum':
      return Object.values(def.entries ?? {})[0]
    case 'literal':
      return def.values?.[0]
    default:
      return simplest(schema)
  }
}

/** No account has this id. */
const nobody = '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f'

/** The first of a few plain values that a schema without parts takes. */
function simplest(schema: z.ZodMiniType): unknown {
  const digest = '0'.repeat(64)
  const days = ['2026-11-21', '2026-11-21T10:00:00.000Z']
  const numbers = [1, 4, 1001]
  const values = ['x', ...numbers, true, '1', 'P1D', ...days, '1m', 'de', nobody, digest, '10000', '2026-11']
  const found = values.find((value) => z.safeParse(schema, value).success)
  if (found === undefined)
    throw new Error(`nothing is known that a ${schema._zod.def.type} of this kind takes`)
  return found
}
