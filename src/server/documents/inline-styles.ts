import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A style sheet of the build, as it stands in documents. */
type Sheet = {
  readonly css: string
  /** What the Content-Security-Policy has to admit for it. */
  readonly source: string
}

/** By the address that a link names. */
export type Sheets = ReadonlyMap<string, Sheet>

/** Reads the style sheets that links name, in a template or for a page: `/assets/index-Bx11FPTF.css`. */
export async function readSheets(folder: string, addresses: Iterable<string>): Promise<Sheets> {
  const sheets = new Map<string, Sheet>()
  for (const address of new Set(addresses)) {
    const css = (await readFile(join(folder, address), 'utf8')).trim()
    if (/<\/style/i.test(css)) throw new TypeError(`${address} would end its element in a document`)
    sheets.set(address, { css, source: `'sha256-${createHash('sha256').update(css).digest('base64')}'` })
  }
  return sheets
}

const link = /<link rel="stylesheet"(?: crossorigin)? href="([^"]+)">/g

/** The addresses of the style sheets that a head links. */
export function linkedSheets(head: string): string[] {
  return [...head.matchAll(link)].map(([, address = '']) => address)
}

/**
 * Puts style sheets where a head links them: what it shows need not wait for another answer, which takes half a second on slow 4G.
 * The link stays, disabled: by it the script that loads a page's files knows that its style is there.
 */
export function inlineStyles(head: string, sheets: Sheets): { head: string; sources: string[] } {
  const sources: string[] = []
  const withStyles = head.replace(link, (tag, address: string) => {
    const sheet = sheets.get(address)
    if (!sheet) return tag
    sources.push(sheet.source)
    return `<style>${sheet.css}</style><link rel="stylesheet" disabled href="${address}">`
  })
  return { head: withStyles, sources }
}
