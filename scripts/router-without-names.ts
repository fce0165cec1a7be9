import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const patches = [
  { of: 'component names', pattern: /^\w+\.displayName = .*;$/gm, replacement: '' },
  {
    of: 'components made by forwardRef',
    pattern: /= React\$1\.forwardRef\(/g,
    replacement: '= /* @__PURE__ */ React$1.forwardRef(',
  },
]

/**
 * React Router names its components for developer tools, and so keeps those that nobody uses: 4 KB of the first view.
 * The build fails when a version of it comes in which this finds nothing to change.
 */
export function routerWithoutNames(): Plugin {
  const unused = new Set(patches)
  return {
    name: 'router-without-names',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('/node_modules/react-router/')) return
      let patched = code
      for (const patch of patches) {
        const before = patched
        patched = before.replace(patch.pattern, patch.replacement)
        if (patched !== before) unused.delete(patch)
      }
      return patched
    },
    buildEnd(error) {
      if (error || unused.size === 0) return
      const parts = [...unused].map(({ of, pattern }) => `${of} (${pattern})`).join(' nor ')
      this.error(
        `The patch router-without-names does not fit react-router ${installedVersion()}: it finds no ${parts}. Change it in scripts/router-without-names.ts, or remove it if unused components are left out without it.`,
      )
    },
  }
}

function installedVersion(): string {
  const file = join(import.meta.dirname, '../node_modules/react-router/package.json')
  return JSON.parse(readFileSync(file, 'utf8')).version
}
