/** A description in one line, without the marks of Markdown. */
export function plainDescription(source: string): string {
  return source
    .replace(/\]\([^)]*\)|[`*_[\]>]|^#+ /gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}
