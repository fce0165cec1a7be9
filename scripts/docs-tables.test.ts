import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

test('each row of a table in the documentation has as many cells as its head', () => {
  const wrong = globSync(['*.md', 'docs/*.md', 'decisions/*.md'], { cwd: root }).flatMap((file) => {
    let head: number | undefined
    return readFileSync(resolve(root, file), 'utf8')
      .replace(/^```.*?^```/gms, '')
      .split('\n')
      .filter((line) => {
        const cells = line.startsWith('|') ? line.split(/(?<!\\)\|/).length : undefined
        head = cells === undefined ? undefined : (head ?? cells)
        return cells !== head
      })
      .map((line) => `${file}: ${line}`)
  })
  expect(wrong).toEqual([])
})
