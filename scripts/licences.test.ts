import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allowedLicences, isAllowed, lockedPackages, serverPackages, shippedLicences } from './licences.ts'

const inScreens = [
  '/src/node_modules/react/index.js',
  '/src/node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2',
  '/src/src/web/main.tsx',
]

test('every package that runs the server, on any system, has a licence that decision 3 allows', () => {
  const locked = lockedPackages()
  const refused = serverPackages()
    .map((folder) => `${folder}: ${locked.get(folder)?.license ?? 'MIT'}`)
    .filter((line) => !isAllowed(line.slice(line.indexOf(': ') + 2)))
  expect(refused).toEqual([])
})

test('decision 3 names each licence that is allowed', () => {
  const decision = readFileSync(join(import.meta.dirname, '../decisions/003-licence.md'), 'utf8')
  for (const licence of allowedLicences) expect(decision).toMatch(new RegExp(`\\b${licence}\\b`))
})

test.each([
  ['MIT', true],
  ['(MIT OR CC0-1.0)', true],
  ['(MIT AND Zlib)', true],
  ['Apache-2.0 AND LGPL-3.0-or-later AND MIT', true],
  ['GPL-3.0-only', false],
  ['MIT AND GPL-3.0-only', false],
  ['CC-BY-NC-4.0 OR SSPL-1.0', false],
  ['none', false],
])('%s is allowed: %s', (expression, allowed) => {
  expect(isAllowed(expression)).toBe(allowed)
})

describe('shipped packages', () => {
  const { packages, texts } = shippedLicences(inScreens)
  const named = (name: string) => packages.find((one) => one.name === name)
  const textOf = (name: string) => texts[named(name)?.text ?? -1] ?? ''

  test('are listed with a text: server, screens, fonts, and additions of the build', () => {
    for (const name of ['fastify', 'react', '@fontsource-variable/geist', 'Inter', 'tailwindcss', 'vite'])
      expect(textOf(name).length, name).toBeGreaterThan(200)
    expect(named('@fontsource-variable/geist')?.licence).toBe('OFL-1.1')
    expect(textOf('fastify')).toContain('Permission is hereby granted')
    for (const { name, text, version } of packages) expect([name, texts[text], version]).not.toContain('')
  })

  test('do not include packages that only build and test', () => {
    expect(named('vitest')).toBeUndefined()
    expect(named('typescript')).toBeUndefined()
  })

  test('has the text of Node with all that is built into it', () => {
    expect(textOf('node')).toContain('OpenSSL')
  })

  test('has the standard text and the author where a package brings none', () => {
    expect(textOf('pg-types')).toMatch(/^Copyright \(c\) Brian M\. Carlson\n\nPermission is hereby granted/)
  })

  test('is refused with another licence', () => {
    expect(() => shippedLicences([...inScreens, '/src/node_modules/saxon-js/SaxonJS2N.js'])).toThrow(
      /saxon-js has the licence .*decisions\/003-licence.md does not name/,
    )
  })
})
