import { stringify } from 'yaml'

/**
 * Returns a Markdown file with front matter, which `readFrontMatter` reads back. Undefined values and empty lists are
 * left out.
 */
export function frontMatterText(
  values: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>,
  body: string,
): string {
  const present = Object.entries(values).filter(
    ([, value]) => value !== undefined && (typeof value !== 'object' || value.length > 0),
  )
  // without folding: a value is one line
  const yaml = stringify(Object.fromEntries(present), { version: '1.2', schema: 'core', lineWidth: 0 })
  return `---\n${yaml}---\n${body === '' ? '' : `${body}\n`}`
}
