import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { routerWithoutNames } from './router-without-names.ts'

const linkOnly = "import { Link } from 'react-router'; console.log(Link)"

test('the screens carry only the components of React Router that they use', async () => {
  const code = await built(linkOnly)
  expect(code).toContain('LinkWithRef')
  expect(code).not.toMatch(/NavLinkWithRef|displayName/)
})

test.each([
  ['component names', 'displayName = ', 'debugName = '],
  ['components made by forwardRef', 'React$1.forwardRef(', 'forwardRef('],
])(
  'a React Router in which it finds no %s ends the build, naming the patch and the version',
  async (part, written, now) => {
    const otherVersion = (code: string) => code.replaceAll(written, now)
    await expect(built(linkOnly, otherVersion)).rejects.toThrow(
      new RegExp(`router-without-names does not fit react-router \\d+\\.\\d+\\.\\d+: it finds no ${part} `),
    )
  },
)

/** What a screen with this source becomes, with a React Router that reads differently. */
async function built(source: string, otherVersion = (code: string) => code): Promise<string> {
  const entry = '\0screen.js'
  const result = await build({
    configFile: false,
    root: join(import.meta.dirname, '..'),
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: entry, external: ['react', 'react-dom'] },
    },
    plugins: [
      {
        name: 'screen',
        enforce: 'pre',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? source : undefined),
        transform: (code, id) => (id.includes('/react-router/') ? otherVersion(code) : undefined),
      },
      routerWithoutNames(),
    ],
  })
  if (!('output' in result)) throw new Error('expected one build')
  return result.output.map((part) => ('code' in part ? part.code : '')).join('\n')
}
