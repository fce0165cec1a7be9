import { execFileSync } from 'node:child_process'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const large = { height: 1080, kilobitsPerSecond: 840, url: '/media/free/a/large.mp4' }
const small = { height: 720, kilobitsPerSecond: 372, url: '/media/free/a/small.mp4' }

// as the build writes it, for which nothing has transformed the function
const script = `import { choosingScript } from './choosing-script.ts'
  import { readFileSync } from 'node:fs'
  const template = readFileSync('../src/web/index.html', 'utf8')
  console.log(choosingScript().transformIndexHtml.handler(template))`
const built = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
  cwd: import.meta.dirname,
  encoding: 'utf8',
})

/** Runs the script of a document in a browser of this kind; returns the film that it chooses. */
function choose(browser: { connection?: object; stored?: string; innerWidth?: number }) {
  const [, script = ''] = /<script data-sizes>(.*?)<\/script>/s.exec(built) ?? []
  const dataset: Record<string, string> = { film: large.url, sizes: JSON.stringify([large, small]) }
  const { connection, stored, innerWidth = 1440 } = browser
  const window: { begunHeight?: number } = {}
  runInNewContext(script, {
    window,
    document: { getElementById: (id: string) => (id === 'later' ? { dataset } : null) },
    navigator: { connection },
    localStorage: { ...(stored !== undefined && { lectern: stored }) },
    innerWidth,
    innerHeight: 900,
    devicePixelRatio: 1,
  })
  return [dataset.film, window.begunHeight]
}

const local = (state: object) => JSON.stringify({ state, version: 1 })

test.each<[string, Parameters<typeof choose>[0], typeof large]>([
  ['that says nothing of its line', {}, large],
  ['on a weak line', { connection: { downlink: 0.6 } }, small],
  ['on a good one', { connection: { downlink: 10 } }, large],
  ['that saves data', { connection: { downlink: 10, saveData: true } }, small],
  ['of a small screen', { innerWidth: 390 }, small],
  ['whose viewer chose the small size', { stored: local({ quality: 720 }) }, small],
  [
    'whose viewer chose the large one',
    { connection: { downlink: 0.6 }, stored: local({ quality: 1080 }) },
    large,
  ],
  ['whose viewer likes to watch fast', { connection: { downlink: 2 }, stored: local({ speed: 2 }) }, small],
  ['in which something else is stored', { connection: { downlink: 0.6 }, stored: 'x' }, small],
])('a browser %s begins a free film in the size for it', (_, browser, { url, height }) => {
  expect(choose(browser)).toEqual([url, height])
})
