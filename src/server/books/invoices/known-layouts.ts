import type { Font, GlyphRun } from 'fontkit'
import { LRUCache } from 'lru-cache'

/** Texts of invoices repeat: words, labels, amounts. A layout of one takes about a kilobyte. */
const layoutsKept = 2_000
const longestKept = 100

/**
 * Keeps the layouts of short texts, for as long as the process runs: each text of a document is laid out several times, to break
 * lines, to measure and to draw. Halves the work of a document.
 */
export function withKnownLayouts(font: Font): Font {
  const known = new LRUCache<string, GlyphRun>({ max: layoutsKept })
  const layout = font.layout.bind(font)
  font.layout = (text, features, ...more) => {
    if (!Array.isArray(features) || more.length > 0 || text.length > longestKept)
      return layout(text, features, ...more)
    const key = `${features} ${text}`
    const run = known.get(key) ?? layout(text, features)
    known.set(key, run)
    return copyOf(run)
  }
  return font
}

/** pdfkit scales the positions of what it gets. */
function copyOf(run: GlyphRun): GlyphRun {
  const positions = run.positions.map((position) => ({ ...position }))
  return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions })
}
