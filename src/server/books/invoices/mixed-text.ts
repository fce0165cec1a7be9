import bidiFactory, { type EmbeddingLevels } from 'bidi-js'
import { type DrawnSigns, fontOf, type NamedFont, type PieceFonts, signsOf } from './invoice-fonts.ts'

/** Text drawn from left to right with one font. */
export type Run = { readonly text: string; readonly font: NamedFont; readonly width: number }

type Look = {
  readonly fonts: PieceFonts
  readonly strong: boolean
  /** In points. */
  readonly size: number
  /** The line width, in points. */
  readonly width: number
}

/** Characters with their index in the text. */
type Placed = DrawnSigns & { readonly at: number; readonly font: NamedFont }

/** Returns whether Inter draws it all, from left to right, which pdfkit does without help. */
export function isPlainLatin(text: string): boolean {
  return signsOf(text).every(({ piece }) => piece === undefined)
}

/**
 * Breaks a text of several scripts into lines, with directions by UAX 9: each character in its font, lines broken at
 * spaces and between CJK characters.
 */
export function setInLines(text: string, look: Look): readonly (readonly Run[])[] {
  const signs = placed(text, look)
  const said = signs.map(({ text: sign }) => sign).join('')
  const levels = bidi.getEmbeddingLevels(said)
  return linesOf(signs, look).map((line) => runsOf(line, said, levels, look))
}

const bidi = bidiFactory()

function placed(text: string, { fonts, strong }: Look): readonly Placed[] {
  let at = 0
  return signsOf(text).map((signs) => {
    const sign = { ...signs, at, font: fontOf(signs, fonts, strong ? 'strong' : 'regular') }
    at += signs.text.length
    return sign
  })
}

function linesOf(signs: readonly Placed[], look: Look): readonly (readonly Placed[])[] {
  const lines: Placed[][] = []
  let line: Placed[] = []
  for (const word of wordsOf(signs, look)) {
    if (line.length > 0 && widthOf(withoutEnd([...line, ...word]), look) > look.width) {
      lines.push(withoutEnd(line))
      line = []
    }
    line.push(...word)
  }
  return [...lines, withoutEnd(line)].filter(({ length }) => length > 0)
}

/** Splits into unbreakable parts; one longer than a line is broken anywhere. */
function wordsOf(signs: readonly Placed[], look: Look): readonly (readonly Placed[])[] {
  const words: Placed[][] = []
  for (const [index, sign] of signs.entries()) {
    const before = signs[index - 1]
    const last = words.at(-1)
    const parted = !before || before.text === ' ' || (isFree(before) && sign.text !== ' ') || isFree(sign)
    if (!last || parted || widthOf([...last, sign], look) > look.width) words.push([sign])
    else last.push(sign)
  }
  return words
}

function isFree({ piece }: Placed): boolean {
  return piece?.script === 'cjk' || piece?.script === 'emoji'
}

function withoutEnd(line: readonly Placed[]): Placed[] {
  const end = line.findLastIndex(({ text }) => text !== ' ')
  return line.slice(0, end + 1)
}

function widthOf(signs: readonly Placed[], { size }: Look): number {
  return inRuns(signs, () => 0).reduce((sum, run) => sum + widthIn(run.font, run.text, size), 0)
}

function widthIn({ font }: NamedFont, text: string, size: number): number {
  return (font.layout(text, ['kern']).advanceWidth / font.unitsPerEm) * size
}

type LogicalRun = { text: string; font: NamedFont; level: number; at: number; turns: boolean }

/** Groups adjacent characters of one font and direction, in logical order. */
function inRuns(signs: readonly Placed[], levelAt: (at: number) => number): readonly LogicalRun[] {
  const runs: LogicalRun[] = []
  for (const { text, font, at, piece } of signs) {
    const last = runs.at(-1)
    const level = levelAt(at)
    if (last && last.font.name === font.name && last.level === level) last.text += text
    // fontkit sets Arabic and Hebrew fonts from right to left; other text is reversed here
    else runs.push({ text, font, level, at, turns: level % 2 === 1 && piece?.script !== 'right-to-left' })
  }
  return runs
}

function runsOf(
  line: readonly Placed[],
  said: string,
  levels: EmbeddingLevels,
  { size }: Look,
): readonly Run[] {
  const runs = inRuns(line, (at) => levels.levels[at] ?? 0)
  const mirrored = bidi.getMirroredCharactersMap(said, levels.levels)
  return inSight(runs).map(({ text, font, at, turns }) => {
    const seen = turns ? turned(text, at, mirrored) : text
    return { text: seen, font, width: widthIn(font, seen, size) }
  })
}

/** Rule L2: from the highest level down to the lowest odd one, reverse runs at that level or above. */
function inSight(runs: readonly LogicalRun[]): readonly LogicalRun[] {
  let seen = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1) {
    const next: LogicalRun[] = []
    let turning: LogicalRun[] = []
    for (const run of seen) {
      if (run.level >= level) turning = [run, ...turning]
      else {
        next.push(...turning, run)
        turning = []
      }
    }
    seen = [...next, ...turning]
  }
  return seen
}

/** Reverses a text and mirrors its brackets. */
function turned(text: string, at: number, mirrored: Map<number, string>): string {
  return [...text]
    .map((sign, index) => mirrored.get(at + index) ?? sign)
    .toReversed()
    .join('')
}
