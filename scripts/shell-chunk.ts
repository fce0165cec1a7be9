import type { Plugin } from 'vite'

/** What every page needs, by the paths of its modules. */
const parts = [
  ...['react', 'react-dom', 'scheduler', 'react-router', 'zustand'].map((name) => `/node_modules/${name}/`),
  ...['App.tsx', 'main.tsx', 'routes.tsx', 'site/api.ts', 'site/site.ts', 'site/store.ts'].map(
    (name) => `/src/web/${name}`,
  ),
  '/src/web/layout/',
  ...['button', 'empty-state', 'icon', 'link', 'notifications', 'notifications-store', 'spinner'].map(
    (name) => `/src/web/ui/${name}.ts`,
  ),
  ...['pages', 'call', 'accounts/session-calls', 'site/site-calls'].map((name) => `/src/contract/${name}.ts`),
  ...['runtime', 'registry'].map((name) => `/src/messages/generated/${name}.js`),
]

/** What is loaded when it is asked for, though it lies in a folder of the shell. */
const exceptions = ['account-menu', 'account-page', 'password-prompt', 'question'].map(
  (name) => `/src/web/layout/${name}`,
)

const found = new Set<string>()

export function partOfShell(id: string): boolean {
  const names = [...parts, ...exceptions].filter((part) => id.includes(part))
  for (const name of names) found.add(name)
  return names.length > 0 && !names.some((name) => exceptions.includes(name))
}

/** Ends the build when the shell names a module that is not there: moved without its name here, it would cost a request. */
export function shellIsWhole(): Plugin {
  return {
    name: 'shell-is-whole',
    apply: 'build',
    generateBundle() {
      const missing = [...parts, ...exceptions].filter((part) => !found.has(part))
      if (missing.length > 0)
        this.error(`scripts/shell-chunk.ts names what no screen loads any more: ${missing.join(', ')}`)
    },
  }
}
