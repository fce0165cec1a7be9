import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A file with a subset of a Noto font: these fonts come in about a hundred subsets each. */
export type FontPiece = { readonly file: string; readonly script: FontScript }

/** Layout of a font's characters: `cjk` and `emoji` may break anywhere, `right-to-left` is shaped separately. */
type FontScript = 'cjk' | 'right-to-left' | 'left-to-right' | 'emoji'

type Family = {
  /** Maps subsets to their characters. */
  readonly index: URL
  readonly script: FontScript
  /** The characters that are taken from it, without its Latin letters. */
  readonly draws: RegExp
  /** Characters in its index that no subset contains. */
  readonly lacks?: RegExp
}

const han =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u30FF\u31F0-\u31FF\uFF01-\uFFEE]/u

const families = {
  arabic: {
    index: new URL(import.meta.resolve('@fontsource-variable/noto-sans-arabic/unicode.json')),
    script: 'right-to-left',
    draws: /\u200C|\u200D|[\u0600-\u06FF\u0750-\u077F\u08A0-\u08FF\uFB50-\uFDFF\uFE70-\uFEFC]/u,
    lacks: /[\uFBC3-\uFBD2\uFD90\uFD91\uFDC8-\uFDCE\uFDD0-\uFDEF]/u,
  },
  hebrew: {
    index: new URL(import.meta.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json')),
    script: 'right-to-left',
    draws: /[\u0590-\u05FF\uFB1D-\uFB4F]/u,
    lacks: /[\u0590\u05C8-\u05CF\u05EB-\u05EE\u05F5-\u05FF\uFB37\uFB3D\uFB3F\uFB42\uFB45]/u,
  },
  thai: {
    index: new URL(import.meta.resolve('@fontsource-variable/noto-sans-thai/unicode.json')),
    script: 'left-to-right',
    draws: /[\u0E01-\u0E3A\u0E3F-\u0E5B]/u,
  },
  devanagari: {
    index: new URL(import.meta.resolve('@fontsource-variable/noto-sans-devanagari/unicode.json')),
    script: 'left-to-right',
    draws: /\u200C|\u200D|[\u0900-\u097F]/u,
  },
  georgian: {
    index: new URL(import.meta.resolve('@fontsource-variable/noto-sans-georgian/unicode.json')),
    script: 'left-to-right',
    draws: /[\u10A0-\u10C5\u10C7\u10CD\u10D0-\u10FF]/u,
  },
  armenian: {
    index: new URL(import.meta.resolve('@fontsource-variable/noto-sans-armenian/unicode.json')),
    script: 'left-to-right',
    draws: /[\u0531-\u0556\u0559-\u058A\u058D-\u058F]/u,
  },
  chinese: {
    index: new URL(import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json')),
    script: 'cjk',
    draws: han,
    lacks: /[\u4DB6-\u4DBF\u9FF0-\u9FFF\uF900-\uFAFF]/u,
  },
  japanese: {
    index: new URL(import.meta.resolve('@fontsource-variable/noto-sans-jp/unicode.json')),
    script: 'cjk',
    // with the squared characters for companies, eras and units: ㈱ ㍻ ㎡
    draws: new RegExp(`${han.source}|[\\u3200-\\u33FF]`, 'u'),
  },
  korean: {
    index: new URL(import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json')),
    script: 'cjk',
    draws: /[\p{Script=Hangul}\p{Script=Han}\u3000-\u303F\uFF01-\uFFEE]/u,
    lacks: /[\u9699\uF95F\uF9AA]/u,
  },
  emoji: {
    index: new URL(import.meta.resolve('@fontsource-variable/noto-emoji/unicode.json')),
    script: 'emoji',
    draws: /./u,
  },
} satisfies Record<string, Family>

type FamilyName = keyof typeof families
const alphabets: readonly FamilyName[] = ['arabic', 'hebrew', 'thai', 'devanagari', 'georgian', 'armenian']

/**
 * Returns the subset that contains all characters of a grapheme; undefined if none does. The same character has
 * different shapes in Japan, Korea and China: the rest of the text decides.
 */
export function pieceFor(signs: string, text: string): FontPiece | undefined {
  const found = byReader(text).flatMap((name) => pieceOf(name, signs) ?? [])
  return found[0]
}

function byReader(text: string): readonly FamilyName[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text))
    return [...alphabets, 'japanese', 'chinese', 'korean', 'emoji']
  if (/\p{Script=Hangul}/u.test(text)) return [...alphabets, 'korean', 'chinese', 'japanese', 'emoji']
  return [...alphabets, 'chinese', 'japanese', 'korean', 'emoji']
}

function pieceOf(name: FamilyName, signs: string): FontPiece | undefined {
  const family: Family = families[name]
  const each = [...signs]
  if (!each.every((sign) => family.draws.test(sign) && !family.lacks?.test(sign))) return undefined
  const codes = each.map((sign) => sign.codePointAt(0) ?? 0)
  const piece = indexOf(name).find(({ ranges }) =>
    codes.every((code) => ranges.some(([from, to]) => from <= code && code <= to)),
  )
  return piece && { file: piece.file, script: family.script }
}

type IndexedPiece = { file: string; ranges: readonly (readonly [number, number])[] }
const indexes = new Map<FamilyName, readonly IndexedPiece[]>()

/** `{"[4]": "U+1f1e9-1f1f5,U+1f21a"}`, loaded on first use. */
function indexOf(name: FamilyName): readonly IndexedPiece[] {
  const known = indexes.get(name)
  if (known) return known
  const { index } = families[name]
  const font = index.pathname.split('/').at(-2)
  const pieces = Object.entries<string>(JSON.parse(readFileSync(index, 'utf8'))).map(([piece, ranges]) => ({
    file: fileURLToPath(new URL(`files/${font}-${piece.replace(/[[\]]/g, '')}-wght-normal.woff2`, index)),
    ranges: ranges.split(',').map((range) => {
      const [from = 0, to = from] = range
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return [from, to] as const
    }),
  }))
  indexes.set(name, pieces)
  return pieces
}
