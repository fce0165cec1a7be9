import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { onBothEngines } from './stages.ts'

const testFiles = globSync(['src/**/*.test.ts', 'tests/*.test.ts'])

// Vitest ignores a filter without matching files
test.each(onBothEngines)('%s, which runs on both engines, names test files', (filter) => {
  expect(testFiles.filter((file) => file.includes(filter))).not.toEqual([])
})
