import * as z from 'zod'
import { type ComplainAt, readYaml } from './read-yaml.ts'

/** A text of the site in one language as stored in its file, before placeholders are filled in. */
export type SiteText = {
  /** The page's name in the browser's title. */
  readonly page: string
  /** For search engines; by default the beginning of the text. */
  readonly description?: string | undefined
  readonly subtitle?: string | undefined
  readonly heading: string
  readonly lead: readonly TextPart[]
  readonly sections: readonly TextSection[]
}

/** A section of a page; `id` is its anchor. Shown only while `when` holds. */
type TextSection = {
  readonly id: string
  readonly heading: string
  readonly when?: Condition | undefined
  readonly parts: readonly TextPart[]
}

/**
 * Markdown, a video of the library (its id, or `free`, `free/2` for the newest free ones), or an embedded page of
 * another site.
 */
export type TextPart =
  | { readonly kind: 'markdown'; readonly markdown: string }
  | { readonly kind: 'video'; readonly video: string }
  | { readonly kind: 'frame'; readonly url: string; readonly title: string }

export type Condition = (typeof conditions)[number]
const conditions = ['trial', 'open', 'paused', 'sunset', 'shop'] as const

/** Settings that a text can insert as `{{…}}`. */
export const placeholders = [
  'product',
  'seller',
  'address',
  'email',
  'phone',
  'vatId',
  'trial',
  'refundDays',
  'vatPercent',
  'price',
  'teamPrice',
] as const

const Head = z.strictObject({
  page: z.string().min(1).max(60).optional(),
  description: z.string().min(1).max(300).optional(),
  subtitle: z.string().min(1).max(200).optional(),
})

/**
 * Parses a Markdown text: optional front matter between two lines `---`, a heading, the part above the first section,
 * and one section below each `## Heading {#anchor when=trial}`. Mistakes are reported with their line in the file.
 * @param embeds origins allowed in frames
 */
export function parseText(
  source: string,
  embeds: readonly string[],
  complain: ComplainAt,
): SiteText | undefined {
  const lines = source.split(/\r\n|\n|\r/)
  const head = readHead(lines, complain)
  const titleAt = lines.findIndex((line, index) => index >= head.end && line.trim() !== '')
  const heading = /^#\s+(\S.*)$/.exec(lines[titleAt]?.trimEnd() ?? '')?.[1]
  if (heading === undefined) {
    complain(Math.max(titleAt, 0) + 1, 'The text has to begin with its heading: # Heading')
    return undefined
  }
  checkPlaceholders(lines, complain)
  checkNesting(lines, complain)
  const blocks = blocksOf(lines, titleAt + 1)
  const lead = partsOf(blocks[0]?.lines ?? [], titleAt + 2, embeds, complain)
  const sections = blocks.slice(1).map(({ heading: line, at, lines: text }) => ({
    ...sectionHead(line, at, complain),
    parts: partsOf(text, at + 1, embeds, complain),
  }))
  for (const [index, { id }] of sections.entries())
    if (sections.findIndex((other) => other.id === id) < index)
      complain(blocks[index + 1]?.at ?? 1, `The anchor "${id}" is used twice: give one of them its own, {#…}`)
  return { ...head.values, page: head.values.page ?? heading, heading, lead, sections }
}

function readHead(
  lines: readonly string[],
  complain: ComplainAt,
): { values: z.output<typeof Head>; end: number } {
  if (lines[0]?.trimEnd() !== '---') return { values: {}, end: 0 }
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---')
  if (end < 0) {
    complain(1, 'The values at the head have no end: a second line --- is missing')
    return { values: {}, end: 1 }
  }
  return { values: readYaml(lines.slice(1, end).join('\n'), Head, complain, 1) ?? {}, end: end + 1 }
}

type Block = { heading: string; at: number; lines: string[] }

/** Splits at each `## ` outside of code blocks. The first block has no heading. */
function blocksOf(lines: readonly string[], from: number): Block[] {
  const blocks: Block[] = [{ heading: '', at: from, lines: [] }]
  let inCode = false
  for (const [index, line] of lines.entries()) {
    if (index < from) continue
    if (/^\s*(```|~~~)/.test(line)) inCode = !inCode
    if (!inCode && /^##\s/.test(line))
      blocks.push({ heading: line.slice(2).trim(), at: index + 1, lines: [] })
    else blocks.at(-1)?.lines.push(line)
  }
  return blocks
}

function sectionHead(line: string, at: number, complain: ComplainAt): Omit<TextSection, 'parts'> {
  const begin = line.lastIndexOf('{#')
  const [whole, id, , condition] =
    /^\{#([\p{L}\p{N}-]+)(\s+when=(\S+))?\s*\}$/u.exec(line.slice(Math.max(begin, 0))) ?? []
  const heading = whole === undefined ? line : line.slice(0, begin).trimEnd()
  const when = conditions.find((known) => known === condition)
  if (condition !== undefined && when === undefined)
    complain(at, `when=${condition} is not known: it can be ${conditions.join(', ')}`)
  else if (id === undefined && begin >= 0)
    complain(at, 'An anchor looks like {#my-anchor} or {#my-anchor when=trial}')
  return { id: id ?? anchorOf(heading), heading, when }
}

/** "How do I cancel?" becomes `how-do-i-cancel`. */
function anchorOf(heading: string): string {
  const words = heading.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join('-') || 'section'
}

/** An image alone on its line is a video or a frame: `![Title](video:closures)`, `![Title](https://…)`. */
function partsOf(
  lines: readonly string[],
  firstLine: number,
  embeds: readonly string[],
  complain: ComplainAt,
): TextPart[] {
  const parts: TextPart[] = []
  let text: string[] = []
  let inCode = false
  const flush = () => {
    const markdown = text.join('\n').replace(/^\n+/, '').trimEnd()
    if (markdown !== '') parts.push({ kind: 'markdown', markdown })
    text = []
  }
  for (const [index, line] of lines.entries()) {
    if (/^\s*(```|~~~)/.test(line)) inCode = !inCode
    const embed = inCode ? null : /^\s*!\[([^\]]*)\]\((\S+?)\)\s*$/.exec(line)
    const say = (sentence: string) => complain(firstLine + index, sentence)
    if (!embed && !inCode && /!\[[^\]]{0,200}\]\(/.test(line))
      say('A video stands alone on its line, and pictures cannot be shown')
    const part = embed && embedOf(embed[1] ?? '', embed[2] ?? '', embeds, say)
    if (!part) text.push(line)
    else {
      flush()
      parts.push(part)
    }
  }
  flush()
  return parts
}

function embedOf(
  title: string,
  target: string,
  embeds: readonly string[],
  say: (sentence: string) => void,
): TextPart | undefined {
  if (target.startsWith('video:')) return { kind: 'video', video: target.slice('video:'.length) }
  const url = URL.parse(target)
  if (url?.protocol !== 'https:') say('A video is named as video:its-id, or by an https:// address')
  else if (!embeds.includes(url.origin))
    say(`Videos of ${url.origin} are not admitted: name it in site.yaml under embeds`)
  else if (title.trim() === '') say('The video needs a title: ![Title](https://…)')
  else return { kind: 'frame', url: url.href, title: title.trim() }
  return undefined
}

function checkPlaceholders(lines: readonly string[], complain: ComplainAt): void {
  for (const [index, line] of lines.entries())
    for (const [, name = ''] of line.matchAll(/\{\{([^{}]*)\}\}/g))
      if (!placeholders.some((known) => known === name.trim()))
        complain(
          index + 1,
          `{{${name}}} is no setting that a text can name: there are ${placeholders.join(', ')}`,
        )
}

/** Rendering takes a time that grows with the square of the depth of quotations. */
function checkNesting(lines: readonly string[], complain: ComplainAt): void {
  for (const [index, line] of lines.entries())
    if (/^(?:\s*>){12}/.test(line)) complain(index + 1, 'Quotations can be nested 11 deep')
}
