import { describe, expect, test } from 'vitest'
import { plain, readPieces, unprintableIn } from './invoice-fonts.ts'
import { setInLines } from './mixed-text.ts'

/** The runs of each line, from left to right. */
async function linesOf(text: string, width = 1000): Promise<string[][]> {
  const said = plain(text)
  const fonts = await readPieces([said])
  const lines = setInLines(said, { fonts, strong: false, size: 10, width })
  return lines.map((runs) => runs.map(({ text: run }) => run))
}

describe('a line of several scripts', () => {
  test('is read from right to left if it begins so, and numbers in it from left to right', async () => {
    expect(await linesOf('רחוב הרצל 12, דירה')).toEqual([['דירה', ' ,', '12', ' ', 'הרצל', ' ', 'רחוב']])
  })

  test('keeps a right-to-left name together within Latin words', async () => {
    expect(await linesOf('Berlin, محمد علي GmbH')).toEqual([['Berlin, ', 'علي', ' ', 'محمد', ' GmbH']])
  })

  test('turns brackets round with their words', async () => {
    expect(await linesOf('אור (תל)')).toEqual([['(', 'תל', ') ', 'אור']])
  })

  test('is parted between Chinese signs, and Latin words stay whole', async () => {
    const lines = await linesOf('北京市朝阳区 Lectern 北京市', 62)
    expect(lines.map((runs) => runs.join(''))).toEqual(['北京市朝阳区', 'Lectern 北京', '市'])
  })

  test('of Arabic is shaped: a joined letter has another glyph than an isolated one', async () => {
    const fonts = await readPieces(['مم م'])
    const signsOf = (text: string) =>
      setInLines(text, { fonts, strong: false, size: 10, width: 1000 })
        .flat()
        .flatMap(({ text: run, font }) => font.font.layout(run).glyphs.map(({ id }) => id))
    expect(new Set([...signsOf('مم'), ...signsOf('م')]).size).toBe(3)
  })
})

test('every font holds the signs that its index is believed to promise', async () => {
  const texts = ['李龍𠮷あア김שאب🙂กकაԱ', '，。「」（）！', 'ﾊﾝｶｸ ㎡ ㈱']
  for (const text of texts) {
    expect(unprintableIn(text)).toEqual([])
    for (const run of setInLines(text, {
      fonts: await readPieces([text]),
      strong: true,
      size: 10,
      width: 1000,
    }).flat()) {
      const drawn = run.font.font.layout(run.text).glyphs
      expect(drawn.map(({ id }) => id)).not.toContain(0)
    }
  }
})
