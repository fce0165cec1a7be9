import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { partOfShell, shellIsWhole } from './shell-chunk.ts'

const root = join(import.meta.dirname, '..')

test('what every page needs is in the shell, what is loaded when it is asked for is not', () => {
  expect(partOfShell(join(root, 'src/web/layout/toolbar.tsx'))).toBe(true)
  expect(partOfShell(join(root, 'node_modules/react-dom/client.js'))).toBe(true)
  expect(partOfShell(join(root, 'src/web/layout/account-menu.tsx'))).toBe(false)
  expect(partOfShell(join(root, 'node_modules/react-hook-form/index.js'))).toBe(false)
})

test('screens without a module that the shell names are not built, and the error names the module', async () => {
  const built = build({
    configFile: false,
    root,
    logLevel: 'silent',
    build: {
      write: false,
      rolldownOptions: {
        input: '\0screen.js',
        output: { codeSplitting: { groups: [{ name: 'shell', test: partOfShell }] } },
      },
    },
    plugins: [{ name: 'screen', resolveId: (id) => id, load: () => 'console.log(1)' }, shellIsWhole()],
  })
  await expect(built).rejects.toThrow(/scripts\/shell-chunk\.ts names .*\/src\/web\/main\.tsx/)
})
