import { expect, test } from 'vitest'
import { chunkNames, circleIn, type Modules } from './chunks.ts'

const web = '/site/src/web'

/** A site of a few modules, with their static and dynamic imports. */
function site(modules: Record<string, { imports?: string[]; loads?: string[] }>): Modules {
  const named = Object.entries(modules)
  const importersOf = (id: string, kind: 'imports' | 'loads') =>
    named.filter(([, module]) => module[kind]?.includes(id)).map(([name]) => name)
  return {
    getModuleInfo: (id) => ({
      importers: importersOf(id, 'imports'),
      dynamicImporters: importersOf(id, 'loads'),
      importedIds: modules[id]?.imports ?? [],
      isEntry: id === `${web}/main.tsx`,
    }),
  }
}

const listing = `${web}/library/listing/listing-page.tsx`
const video = `${web}/library/video-page/video-page.tsx`
const register = `${web}/business/registration/register-page.tsx`
const login = `${web}/identity/sign-in/login-page.tsx`
const modal = `${web}/platform/ui/modal.tsx`
const dialog = '/site/node_modules/@base-ui/react/dialog.mjs'
const modules = site({
  [`${web}/main.tsx`]: {
    imports: [`${web}/App.tsx`, '/site/node_modules/react/index.js'],
    loads: [listing, video, register, login],
  },
  [listing]: { imports: [`${web}/library/videos/library.ts`, modal] },
  [video]: { imports: [`${web}/library/videos/library.ts`] },
  [register]: { imports: [`${web}/platform/ui/field.tsx`, modal] },
  [login]: { imports: [`${web}/platform/ui/field.tsx`] },
  [modal]: { imports: [dialog] },
})

test('the entry and its imports are one file, including packages', () => {
  const nameOf = chunkNames()
  expect(nameOf(`${web}/App.tsx`, modules)).toBe('shell')
  expect(nameOf('/site/node_modules/react/index.js', modules)).toBe('shell')
})

test("code shared by the pages of one area is in that area's file", () => {
  const nameOf = chunkNames()
  expect(nameOf(`${web}/platform/ui/field.tsx`, modules)).toBe('forms')
  expect(nameOf(`${web}/library/videos/library.ts`, modules)).toBe('library')
})

test('pages, and packages used by one page only, are left to the bundler', () => {
  const nameOf = chunkNames()
  expect(nameOf(listing, modules)).toBeNull()
  expect(nameOf(dialog, modules)).toBeNull()
  expect(nameOf(modal, modules)).toBeNull()
})

test('code that the admin shares with visitors is in the file that it would be in without the admin', () => {
  const [captions, desk] = [`${web}/library/player/captions.ts`, `${web}/front/admin/library/film-page.tsx`]
  const embedded = `${web}/front/static-pages/embedded-video-page.tsx`
  const withDesk = site({
    [`${web}/main.tsx`]: { loads: [video, embedded, desk] },
    [video]: { imports: [captions] },
    [embedded]: { imports: [captions] },
    [desk]: { imports: [captions] },
  })
  expect(chunkNames()(captions, withDesk)).toBe('player')
})

test('code shared only by what a page loads on demand is not in the file that opens the page', () => {
  const cues = `${web}/library/player/film/cues.ts`
  const [layer, transcript] = [
    `${web}/library/player/captions-layer.tsx`,
    `${web}/library/player/transcript.tsx`,
  ]
  const onDemand = site({
    [`${web}/main.tsx`]: { loads: [video] },
    [video]: { loads: [layer, transcript] },
    [layer]: { imports: [cues] },
    [transcript]: { imports: [cues] },
  })
  expect(chunkNames()(cues, onDemand)).toBe('player-on-demand')
})

test('files that import each other are found', () => {
  const imports: Record<string, string[]> = { a: ['b'], b: ['c', 'd'], c: [], d: ['b'] }
  const of = (file: string) => imports[file] ?? []
  expect(circleIn(of, ['a'])).toEqual(['b', 'd', 'b'])
  imports.d = ['c']
  expect(circleIn(of, ['a'])).toBeUndefined()
})
