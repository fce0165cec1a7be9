import { describe, expect, test } from 'vitest'
import type { Panel, Scene } from './film.ts'
import { layoutOf, stage } from './layout.ts'
import { code, picture, prints, table } from './scene-parts.ts'

const scene = (...panels: Panel[]): Scene => ({ chapter: 'Here', panels, steps: [{ say: 'One.' }] })
const lines = (count: number, letters: number) => Array(count).fill('a'.repeat(letters)).join('\n')

describe('panels are placed', () => {
  test.each([
    [
      'side by side where there are many lines',
      scene(code('ts', lines(10, 20)), prints([[0, '1']])),
      'columns',
    ],
    ['one above the other where lines are long', scene(code('ts', lines(4, 45)), prints([[0, '1']])), 'rows'],
    ['side by side where both are alike', scene(code('ts', 'a'), code('ts', 'b')), 'columns'],
    [
      'as is wished where both are alike',
      { ...scene(code('ts', 'a'), code('ts', 'b')), arrange: 'rows' as const },
      'rows',
    ],
  ])('%s', (_, given, direction) => {
    expect(layoutOf(given).direction).toBe(direction)
  })
})

describe('type', () => {
  test('is as large as the longest line allows, and not larger than reads well', () => {
    const sizes = [10, 50, 60, 90].map((letters) => layoutOf(scene(code('ts', lines(1, letters)))).type)
    expect(sizes).toEqual([44, 39, 32.5, 22])
  })

  test('is as large as the number of lines allows, in all kinds of panels', () => {
    const rows = Array(12).fill(['a'])
    const panels = [
      code('ts', lines(16, 1)),
      prints(Array(16).fill([0, 'a'])),
      table(() => ({ columns: ['a'], rows })),
    ]
    for (const panel of panels) {
      const { type } = layoutOf(scene(panel))
      expect(type).toBeGreaterThan(20)
      expect(type).toBeLessThan(30)
    }
  })

  test('leaves room for a drawing beside it', () => {
    const { tracks, drawn } = layoutOf(
      scene(
        code('ts', lines(3, 40)),
        picture(1000, 300, () => ''),
      ),
    )
    expect(tracks).toMatch(/^\d+px minmax\(0, 1fr\)$/)
    const height = stage.height - stage.gap - Number.parseInt(tracks, 10)
    expect(drawn).toBeCloseTo(30 * Math.min(height / 300, stage.width / 1000))
  })
})
