/** Returns the text of the first element of a name, which has no children; empty if there is none. */
export function textOf(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''
  return text.replace(/&(amp|lt|gt|quot|apos|#34|#39);/g, (_, entity: string) => entities[entity] ?? '')
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#34': '"',
  '#39': "'",
}
