import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settings } from '#server/platform/config/settings.ts'
import { configurePage, renderConfigurePage } from './docs-configure.ts'

test('docs/configure.md is current (node scripts/docs-configure.ts writes it)', () => {
  expect(readFileSync(configurePage, 'utf8')).toBe(renderConfigurePage())
})

test('it has every setting', () => {
  const page = renderConfigurePage()
  for (const name of Object.keys(settings)) expect(page).toContain(`| \`${name}\` |`)
})
