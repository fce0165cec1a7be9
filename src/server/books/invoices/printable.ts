import { Problem } from '#server/platform/runtime/problem.ts'

/** Refuses unprintable text where it would be saved: 422 `invalid` with the characters in question. */
export async function refuseUnprintable(field: string, text: string): Promise<Problem | undefined> {
  const { unprintableIn } = await import('./invoice-fonts.ts')
  const signs = unprintableIn(text)
  if (signs.length === 0) return undefined
  const said = { key: 'field_unprintable', values: { signs: signs.slice(0, 10).join(' ') } }
  return new Problem('invalid', { fields: { [field]: said } })
}
