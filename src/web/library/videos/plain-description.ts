/** Returns a description in one line, without Markdown. */
export function plainDescription(source: string): string {
  return source
    .replace(/\]\([^)]*\)|[`*_[\]>]|^#+ /gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}
