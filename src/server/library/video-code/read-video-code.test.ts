import { JSDOM } from 'jsdom'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { importCatalogue } from '#server/library/write/import-catalogue.ts'
import { expiredOwner, signedInAdmin, teamAccountId, theAdmin } from '#support/admin.ts'
import { type CatalogueContents, catalogueFolder, goodCatalogue, without } from '#support/catalogue-folder.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { createWatchingSite, type SignedInViewer } from '#support/watching-site.ts'

const free = { name: 'app.ts', text: "document.write('<script>alert(1)</script>')\n" }
const paid = [
  { name: '1-before.ts', text: '\uFEFFlet guarded = 1\r\n' },
  { name: 'src/after.ts', text: 'let guarded = 2\n' },
]
const coded: CatalogueContents = {
  ...goodCatalogue,
  [`react/jsx/code/${free.name}`]: free.text,
  ...Object.fromEntries(paid.map(({ name, text }) => [`testing/kata/code/${name}`, text])),
}

const site = openForTests(() => createWatchingSite({ RATE_LIMITS: '1000' }))
beforeAll(() => importContents(coded))

async function importContents(contents: CatalogueContents) {
  expect(await importCatalogue(site.services, catalogueFolder(contents))).toMatchObject({ kind: 'imported' })
  await site.services.library.refresh()
}
const ask = ({ client }: Pick<SignedInViewer, 'client'>, id: string) =>
  client.call(calls.videoCode, { params: { id } })
const signedOut = async () => ({ client: site.client() })
const ended = () =>
  site.viewer({ subscription: { until: new Date(site.clock.now().getTime() - 86_400_000) } })

describe('readers of the code of a film', () => {
  test.each([
    ['signed out, of a free film', signedOut, 'jsx', 200, undefined],
    ['signed out, of any other film', signedOut, 'kata', 401, 'login-required'],
    ['in the trial', () => site.viewer(), 'kata', 200, undefined],
    ['after the trial', ended, 'kata', 403, 'subscription-required'],
    ['after the trial, of a free film', ended, 'jsx', 200, undefined],
    [
      'without a subscription',
      () => site.viewer({ subscription: undefined }),
      'kata',
      403,
      'subscription-required',
    ],
    [
      'with an address still to be confirmed',
      () => site.viewer({ confirmed: false, subscription: undefined }),
      'kata',
      403,
      'confirmation-required',
    ],
    ['of a film without code', () => site.viewer(), 'use-state', 200, undefined],
    ['of a film that is not there', () => site.viewer(), 'nothing', 404, 'not-found'],
    ['of a film that has left the catalogue', () => site.viewer(), 'paid', 404, 'not-found'],
  ] as const)('%s', async (_, who, id, status, code) => {
    const answer = await ask(await who(), id)
    expect([answer.status, answer.problem?.code]).toEqual([status, code])
    if (status !== 200) expect(answer.text).not.toMatch(/guarded|before\.ts|after\.ts/)
  })

  test('no user without a seat, and no removed one', async () => {
    const { accountId, userId, client } = await site.viewer()
    const without = await site.viewer({ accountId })
    expect((await ask(without, 'kata')).problem?.code).toBe('subscription-required')
    await site.removeUser(userId)
    expect((await ask({ client }, 'kata')).status).toBe(401)
    // whose seat is free now
    expect((await ask(without, 'kata')).status).toBe(200)
  })

  test('the admin in an account with the rights of its user', async () => {
    const admin = await signedInAdmin(site, { secondFactor: false })
    const into = async (id: string) => {
      const switched = await admin.call(calls.switchInto, { body: { id, password: theAdmin.password } })
      expect(switched.status).toBe(200)
      const answer = await ask({ client: admin }, 'kata')
      await admin.call(calls.returnFromSwitch)
      return answer
    }
    expect((await into(teamAccountId)).body.files).toEqual(paid)
    const refused = await into(expiredOwner.accountId)
    expect([refused.status, refused.problem?.code]).toEqual([403, 'subscription-required'])
  })
})

describe('the code of a film', () => {
  test('is sent byte for byte, and is not cached', async () => {
    const answer = await ask(await site.viewer(), 'kata')
    expect(answer.body).toEqual({ files: paid })
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect((await ask(await signedOut(), 'jsx')).body).toEqual({ files: [free] })
    expect((await ask(await site.viewer(), 'use-state')).body).toEqual({ files: [] })
  })

  test('is counted in the listing, and not in the document of its page', async () => {
    const { body } = await site.client().call(calls.videos)
    expect(body.videos.map(({ id, codeFiles }) => [id, codeFiles])).toEqual([
      ['use-state', undefined],
      ['jsx', 1],
      ['kata', 2],
    ])
    const { text } = await site
      .client()
      .fetch('GET', '/content/video/kata', { headers: { accept: 'text/html' } })
    expect(text).not.toMatch(/guarded|before\.ts|after\.ts/)
    expect(new JSDOM(text).window.document.body.textContent).toContain(
      '2 files to copy and download, for subscribers.',
    )
  })

  test('is replaced with its files, and deleted with the film', async () => {
    const viewer = await site.viewer()
    const other = { ...without('testing/kata/code', coded), 'testing/kata/code/new.ts': 'let b\n' }
    await importContents(other)
    expect((await ask(viewer, 'kata')).body.files).toEqual([{ name: 'new.ts', text: 'let b\n' }])
    await importContents(without('testing/kata', other))
    expect((await ask(viewer, 'kata')).status).toBe(404)
    await importContents(coded)
    expect((await ask(viewer, 'kata')).body.files).toEqual(paid)
  })
})
