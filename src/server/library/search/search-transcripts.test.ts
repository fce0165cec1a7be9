import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { transcriptsUpkeep } from '#server/library/transcripts/index-transcripts.ts'
import { importCatalogue } from '#server/library/write/import-catalogue.ts'
import { type CatalogueContents, catalogueFolder, goodCatalogue, without } from '#support/catalogue-folder.ts'
import { openForTests } from '#support/open-for-tests.ts'
import type { TestClient } from '#support/test-client.ts'
import { createWatchingSite } from '#support/watching-site.ts'

const site = openForTests(() => createWatchingSite())

const found = async (q: string, client: TestClient = site.client(), language = 'en') => {
  const headers = { 'accept-language': language }
  const { status, body } = await client.call(calls.transcripts, { query: { q }, headers })
  expect(status).toBe(200)
  return body.hits
}
const upkeep = () => Promise.all(transcriptsUpkeep.map((step) => step.run(site.services, { atStart: false })))

const captions = (...cues: [start: string, text: string][]) =>
  `WEBVTT\n\n${cues.map(([start, text]) => `00:0${start} --> 00:0${Number(start) + 0.9}00\n${text}`).join('\n\n')}\n`
const spoken: CatalogueContents = {
  ...goodCatalogue,
  // free
  'react/jsx/captions.en.vtt': captions(
    ['0.000', 'Elements are values.'],
    ['2.500', 'A closure remembers them.'],
  ),
  'react/jsx/captions.de.vtt': captions(['1.000', 'Häuser für Katzen.']),
  // for subscribers
  'testing/kata/captions.en.vtt': captions(
    ['0.000', 'We remember'],
    ['1.000', 'what closures do.'],
    ['3.000', 'Nothing else <b>here</b> & there.'],
  ),
}

describe('a film that was imported before', () => {
  test('is found once the upkeep has read its captions', async () => {
    expect(await found('guarded words')).toEqual([])
    expect(await upkeep()).toEqual(['done'])
    expect(await found('guarded words')).toEqual([{ videoId: 'paid', moments: [{ startSeconds: 0 }] }])
    // nothing is left to do
    expect(await upkeep()).toEqual(['done'])
  })
})

describe('GET /api/transcripts', () => {
  beforeEach(async () => {
    const outcome = await importCatalogue(site.services, catalogueFolder(spoken))
    expect(['imported', 'nothing-changed']).toContain(outcome.kind)
    await site.services.library.refresh()
  })

  test('finds films by the stems of all the words, with the second at which a sentence with them begins', async () => {
    const hits = await found('remembering closure')
    expect(
      hits.map(({ videoId, moments }) => [videoId, moments.map((one) => one.startSeconds)]).sort(),
    ).toEqual([
      ['jsx', [2.5]],
      ['kata', [0]],
    ])
    expect(await found('closure umbrella')).toEqual([])
  })

  test.each([
    ['Haus Katze', ['jsx']],
    ['clos', ['jsx', 'kata']],
    ['the', []],
    ['!!', []],
    ["it's & | ! (:*) <-> \\", []],
    ['hello', ['use-state']],
  ])('finds for "%s" %j', async (q, ids) => {
    expect((await found(q)).map(({ videoId }) => videoId).sort()).toEqual(ids)
  })

  test.each([
    ['en', 'The kitten sleeps.'],
    ['de', 'Kitten heißt Kätzchen, und ein Kitten ist klein.'],
  ])('shows the sentence of the captions in the reader’s language (%s)', async (language, sentence) => {
    await importCatalogue(
      site.services,
      catalogueFolder({
        ...spoken,
        'react/jsx/captions.en.vtt': captions(['0.000', 'The kitten sleeps.']),
        'react/jsx/captions.de.vtt': captions(['1.000', 'Kitten heißt Kätzchen, und ein Kitten ist klein.']),
      }),
    )
    await site.services.library.refresh()
    const [hit] = await found('kitten', undefined, language)
    expect(hit?.moments[0]?.snippet?.map(({ text }) => text).join('')).toBe(sentence)
  })

  test('returns the words only to viewers who may watch the film', async () => {
    const snippetOf = async (client: TestClient, id: string) =>
      (await found('closures', client)).find(({ videoId }) => videoId === id)?.moments[0]?.snippet
    const free = [
      { text: 'A ', marked: false },
      { text: 'closure', marked: true },
      { text: ' remembers them.', marked: false },
    ]
    const paid = [
      { text: 'We remember what ', marked: false },
      { text: 'closures', marked: true },
      { text: ' do.', marked: false },
    ]
    const subscriber = (await site.viewer()).client
    const withoutSubscription = (await site.viewer({ subscription: undefined })).client
    const unconfirmed = (await site.viewer({ confirmed: false })).client
    const removed = await site.viewer()
    await site.removeUser(removed.userId)
    expect([await snippetOf(subscriber, 'jsx'), await snippetOf(subscriber, 'kata')]).toEqual([free, paid])
    for (const client of [site.client(), withoutSubscription, unconfirmed, removed.client]) {
      const reply = await client.call(calls.transcripts, { query: { q: 'closures' } })
      expect(reply.body.hits.map(({ videoId }) => videoId).sort()).toEqual(['jsx', 'kata'])
      expect(reply.text).not.toContain('We remember')
      expect(await snippetOf(client, 'jsx')).toEqual(free)
      expect(await snippetOf(client, 'kata')).toBeUndefined()
    }
  })

  test('excludes films that are not published yet, and withdrawn ones', async () => {
    const soon = { ...spoken, 'testing/kata/video.md': '---\ntitle: Soon\npublished: 2099-01-01\n---\n' }
    await importCatalogue(site.services, catalogueFolder(soon))
    await site.services.library.refresh()
    expect((await found('closures')).map(({ videoId }) => videoId)).toEqual(['jsx'])
    await importCatalogue(site.services, catalogueFolder(without('react/jsx', soon)))
    await site.services.library.refresh()
    expect(await found('closures')).toEqual([])
  })

  test('follows captions that are replaced', async () => {
    const other = { ...spoken, 'react/jsx/captions.en.vtt': captions(['0.000', 'About umbrellas.']) }
    await importCatalogue(site.services, catalogueFolder(other))
    await site.services.library.refresh()
    expect((await found('closures')).map(({ videoId }) => videoId)).toEqual(['kata'])
    expect((await found('umbrella')).map(({ videoId }) => videoId)).toEqual(['jsx'])
  })

  test('finds the words of other films if one is too long for the database', async () => {
    // a distinct word every few bytes: more than a text vector can hold
    const words = Array.from({ length: 110_000 }, (_, n) => (n * 7919 + 60_466_176).toString(36)).join(' ')
    const endless = {
      ...spoken,
      'react/jsx/captions.en.vtt': captions(['0.000', words]),
      'testing/kata/captions.en.vtt': captions(['0.000', 'About umbrellas.']),
    }
    await importCatalogue(site.services, catalogueFolder(endless))
    await site.services.library.refresh()
    expect((await found('umbrella')).map(({ videoId }) => videoId)).toEqual(['kata'])
    await expect(upkeep()).rejects.toThrow(/too long for tsvector/)
  })

  test('reads captions as tools write them, and serves them as every browser reads them', async () => {
    const windows = (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`
    await importCatalogue(
      site.services,
      catalogueFolder({
        ...spoken,
        'react/jsx/captions.en.vtt': windows(
          'WEBVTT\nKind: captions\n\n00:00.000 --> 00:01.000\nDon&#39;t say &quot;never&quot;.\n\n00:01.500 --> 00:02.000\nCaf&eacute; &lt;p&gt; &hellip;\n',
        ),
        'react/jsx/captions.de.vtt': undefined,
        'react/jsx/captions.de.srt': windows(
          '1\n00:00:01,000 --> 00:00:02,000\n<font color="red">Häuser</font> &\n\n',
        ),
      }),
    )
    await site.services.library.refresh()
    for (const [words, seconds] of [
      ["don't", 0],
      ['don’t never', 0],
      ['café', 1.5],
      ['Haus', 1],
    ] as const)
      expect(await found(words)).toMatchObject([{ videoId: 'jsx', moments: [{ startSeconds: seconds }] }])
    expect((await found('never'))[0]?.moments[0]?.snippet?.map(({ text }) => text).join('')).toBe(
      'Don\'t say "never".',
    )
    const client = site.client()
    const preview = await client.call(calls.videoPreview, { params: { id: 'jsx' } })
    expect(preview.body).toMatchObject({
      beginnings: [
        { srclang: 'de', text: 'Häuser &' },
        { srclang: 'en', text: 'Don\'t say "never". Café <p> …' },
      ],
    })
    const { body } = await client.call(calls.video, { params: { id: 'jsx' } })
    if (!('tracks' in body)) throw new Error('not played')
    const served = await Promise.all(
      body.tracks.map(async ({ src }) => (await client.fetch('GET', src)).text),
    )
    expect(served).toEqual([
      'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\nHäuser &amp;\n',
      'WEBVTT\n\n00:00.000 --> 00:01.000\nDon\'t say "never".\n\n00:01.500 --> 00:02.000\nCafé &lt;p&gt; …\n',
    ])
  })

  test.each(['', 'x', 'y'.repeat(101), 'a\u0000b'])('refuses an invalid query (%j)', async (q) => {
    expect((await site.client().call(calls.transcripts, { query: { q } })).status).toBe(422)
  })

  test('is kept by no cache, and answered so often from one network', async () => {
    const client = site.client()
    const { headers } = await client.call(calls.transcripts, { query: { q: 'closures' } })
    expect(headers['cache-control']).toBe('private, no-store')
    const statuses = new Set<number>()
    for (let n = 0; n < 300; n += 1)
      statuses.add((await client.call(calls.transcripts, { query: { q: '!!' } })).status)
    expect([...statuses]).toEqual([200, 429])
  })
})
