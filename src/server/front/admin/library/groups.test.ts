import { expect, test } from 'vitest'
import type { DeskCategories, DeskLabels, DeskSeries } from '#contract/admin/library/admin-groups.ts'
import type { DeskVideo } from '#contract/admin/library/admin-library.ts'
import { calls } from '#contract/calls.ts'
import { auditOf, testAdmin, theAdmin } from '#support/admin.ts'
import { storeVideo } from '#support/stored/library.ts'
import { allRows } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp()
const admin = testAdmin(site, { secondFactor: false })

const { password } = theAdmin
const categories = async () => ((await admin.call(calls.deskCategories)).body as DeskCategories).categories
const category = async (id: string) => {
  const found = (await categories()).find((one) => one.id === id)
  if (!found) throw new Error(`there is no category ${id}`)
  return found
}
const saveCategory = (body: { id?: string; version?: number; name: string; parentIds: string[] }) =>
  admin.call(calls.saveCategory, { body: { password, description: '', ...body } })
const allSeries = async () => ((await admin.call(calls.deskSeries)).body as DeskSeries).series
const show = async (id: string) => (await admin.call(calls.deskVideo, { params: { id } })).body as DeskVideo

test('categories are added, renamed, moved and put in order; former addresses lead to them', async () => {
  await saveCategory({ name: 'React', parentIds: [] })
  await saveCategory({ name: 'Testing', parentIds: [] })
  await saveCategory({ name: 'Hooks', parentIds: ['react'] })
  await saveCategory({ name: 'Deep', parentIds: ['react/hooks', 'testing'] })
  expect((await categories()).map(({ id, parentIds }) => [id, parentIds])).toEqual([
    ['react', []],
    ['testing', []],
    ['react/hooks', ['react']],
    ['react/hooks/deep', ['react/hooks', 'testing']],
  ])
  const hooks = await category('react/hooks')
  await saveCategory({ id: hooks.id, version: hooks.version, name: 'All hooks', parentIds: ['testing'] })
  expect(await category('react/hooks')).toMatchObject({ name: 'All hooks', urlKey: 'hooks', version: 2 })
  await site.services.library.refresh()
  const get = async (path: string) => {
    const reply = await site.app.inject({
      url: path,
      headers: { host: 'localhost:3000', accept: 'text/html' },
    })
    return [reply.statusCode, reply.headers.location]
  }
  expect(await get('/content/category/react/hooks/deep')).toEqual([
    301,
    '/content/category/testing/hooks/deep',
  ])
  expect(await get('/content/category/react/hooks')).toEqual([301, '/content/category/testing/hooks'])
  expect((await get('/content/category/testing/hooks'))[0]).toBe(200)
  const order = [await category('testing'), await category('react')].map(({ id, version }) => ({
    id,
    version,
  }))
  const ordered = await admin.call(calls.orderCategories, { body: { password, categories: order } })
  expect((ordered.body as DeskCategories).categories.map(({ id }) => id).slice(0, 2)).toEqual([
    'testing',
    'react',
  ])
  expect((await admin.call(calls.orderCategories, { body: { password, categories: order } })).status).toBe(
    409,
  )
})

test.each<[string, Parameters<typeof saveCategory>[0], object | string]>([
  ['an empty name', { name: ' ', parentIds: [] }, { name: '"name" is empty.' }],
  ['an unknown parent', { name: 'x', parentIds: ['vue'] }, { parentIds: 'There is no category "vue".' }],
  [
    'a name beside the same',
    { name: 'Hooks', parentIds: ['testing'] },
    { name: 'There is another "hooks" below "testing".' },
  ],
  [
    'a circle',
    { id: 'testing', version: 2, name: 'Testing', parentIds: ['react/hooks'] },
    { parentIds: expect.stringContaining('The category stands below itself') },
  ],
  ['a former version', { id: 'testing', version: 1, name: 'Testing', parentIds: [] }, 'version-conflict'],
  ['an unknown id', { id: 'vue', version: 1, name: 'Vue', parentIds: [] }, 'not-found'],
])('a category is refused for %s', async (_, body, refusal) => {
  await category('testing').then(({ version }) => {
    if (body.id === 'testing' && body.version === 2) body.version = version
  })
  const { problem } = await saveCategory(body)
  expect(typeof refusal === 'string' ? problem?.code : problem?.errors).toEqual(refusal)
})

test('a deleted category comes back as it was, with its address and the former ones', async () => {
  await saveCategory({ name: 'Above', parentIds: [] })
  await saveCategory({ name: 'Moved', parentIds: ['above'] })
  const { id, version } = await category('above/moved')
  await saveCategory({ id, version, name: 'Another name', parentIds: [] })
  const before = await category(id)
  const gone = { id, version: before.version }
  const remove = () => admin.call(calls.deleteCategory, { body: { password, ...gone } })
  expect((await remove()).status).toBe(200)
  const { name, parentIds } = before
  const restore = (version: number) => saveCategory({ id, version, name, parentIds })
  expect((await restore(before.version - 1)).problem?.code).toBe('version-conflict')
  expect((await restore(before.version)).status).toBe(200)
  expect(await category(id)).toEqual({ ...before, version: before.version + 1 })
  expect(await allRows(site.db, 'former_category')).toContainEqual({ path: 'above/moved', category_id: id })
  expect((await restore(before.version)).problem?.code).toBe('version-conflict')
  const never = await saveCategory({ id: 'never', version: 1, name, parentIds })
  expect(never.status).toBe(404)
})

test('a category is deleted once nothing is in it', async () => {
  const { body } = await saveCategory({ name: 'Short', parentIds: [] })
  const version = (body as DeskCategories).categories.find(({ id }) => id === 'short')?.version ?? 0
  await storeVideo(site.db, 'in-short', { category_id: 'short' })
  const remove = () => admin.call(calls.deleteCategory, { body: { password, id: 'short', version } })
  expect((await remove()).problem?.errors).toEqual({ id: expect.stringContaining('not empty') })
  await site.db
    .updateTable('video')
    .set({ withdrawn_at: new Date(0) })
    .where('id', '=', 'in-short')
    .execute()
  expect((await remove()).status).toBe(200)
  expect((await categories()).map(({ id }) => id)).not.toContain('short')
  expect((await remove()).status).toBe(404)
  const parent = await category('testing')
  const child = await admin.call(calls.deleteCategory, {
    body: { password, id: parent.id, version: parent.version },
  })
  expect(child.status).toBe(422)
})

test('a series is added, changed, put in order, withdrawn and restored', async () => {
  for (const id of ['a', 'b', 'c']) await storeVideo(site.db, id, { category_id: 'react' })
  const save = (body: object) =>
    admin.call(calls.saveSeries, {
      body: {
        password,
        title: 'First steps',
        level: 'beginner',
        description: '',
        videoIds: ['b', 'a'],
        ...body,
      },
    })
  await save({})
  await save({})
  await site.services.library.refresh()
  expect(site.services.library.catalogue.series[0]).toMatchObject({
    urlKey: 'first-steps',
    videoIds: ['b', 'a'],
  })
  expect((await allSeries()).map(({ urlKey, version }) => [urlKey, version])).toEqual([
    ['first-steps', 1],
    ['first-steps-2', 1],
  ])
  await save({ urlKey: 'first-steps', version: 1, title: 'Next steps', videoIds: ['c'], isWithdrawn: true })
  expect((await allSeries())[0]).toMatchObject({ title: 'Next steps', videoIds: ['c'], isWithdrawn: true })
  expect((await save({ urlKey: 'first-steps', version: 1 })).problem?.code).toBe('version-conflict')
  expect((await save({ urlKey: 'unknown', version: 1 })).status).toBe(404)
  expect((await save({ videoIds: [] })).problem?.errors).toEqual({
    videoIds: expect.stringContaining('at least one'),
  })
  expect((await save({ videoIds: ['a', 'a'] })).problem?.errors).toHaveProperty(['videoIds.1'])
  expect((await save({ videoIds: ['nothing'] })).problem?.errors).toEqual({
    'videoIds.0': 'There is no video "nothing".',
  })
  await save({ urlKey: 'first-steps', version: 2 })
  expect((await allSeries())[0]).toMatchObject({ isWithdrawn: false, version: 3 })
  const series = [
    { urlKey: 'first-steps-2', version: 1 },
    { urlKey: 'first-steps', version: 3 },
  ]
  await admin.call(calls.orderSeries, { body: { password, series } })
  expect((await allSeries()).map(({ urlKey }) => urlKey)).toEqual(['first-steps-2', 'first-steps'])
  expect((await admin.call(calls.orderSeries, { body: { password, series } })).status).toBe(409)
})

test('tags and versions are counted, and renamed on every video', async () => {
  await site.db.insertInto('software_version').values({ id: 'react-18', name: 'React 18' }).execute()
  await storeVideo(site.db, 'both', {
    category_id: 'react',
    tags: ['old', 'x', 'new'],
    version_ids: ['react-18'],
  })
  await storeVideo(site.db, 'one', { category_id: 'react', tags: ['x', 'old'] })
  const rename = (kind: 'tag' | 'version', from: string, to: string) =>
    admin.call(calls.renameLabel, { body: { password, kind, from, to } })
  expect((await rename('tag', 'old', 'new')).body).toEqual({ changed: 2 })
  expect([(await show('both')).tags, (await show('one')).tags]).toEqual([
    ['x', 'new'],
    ['x', 'new'],
  ])
  expect(await rename('version', 'React 18', 'react 18')).toMatchObject({ body: { changed: 1 } })
  expect(await rename('version', 'react 18', 'React 19')).toMatchObject({ body: { changed: 1 } })
  expect(await show('both')).toMatchObject({ versions: ['React 19'], version: 4 })
  expect((await rename('version', 'React 19', 'REACT 18')).problem?.errors?.to).toContain(
    'spelled "react 18" elsewhere',
  )
  expect((await rename('tag', 'x', '')).problem?.errors).toEqual({ to: '"tags" is empty.' })
  const labels = (await admin.call(calls.deskLabels)).body as DeskLabels
  expect(labels).toEqual({
    tags: [
      { name: 'new', videos: 2 },
      { name: 'x', videos: 2 },
    ],
    versions: [{ name: 'React 19', videos: 1 }],
  })
})

test('several videos are changed together, or none', async () => {
  for (const id of ['many-a', 'many-b'])
    await storeVideo(site.db, id, {
      draft: true,
      withdrawn_at: null,
      published_on: null,
      published_at: null,
      tags: ['t'],
    })
  const videos = ['many-a', 'many-b'].map((id) => ({ id, version: 1 }))
  const change = (body: object) => admin.call(calls.changeVideos, { body: { password, videos, ...body } })
  expect((await change({ publish: true })).problem?.errors).toEqual({
    'videos.0': 'A video needs a category before it is published.',
    'videos.1': 'A video needs a category before it is published.',
  })
  expect((await change({ categoryId: 'vue' })).status).toBe(422)
  const edit = { publish: true, categoryId: 'react', addTag: 'u', removeTag: 't', free: true }
  expect((await change(edit)).body).toEqual({ changed: 2 })
  for (const { id } of videos)
    expect(await show(id)).toMatchObject({
      state: 'published',
      categoryId: 'react',
      tags: ['u'],
      free: true,
      version: 2,
    })
  expect((await change({ free: false })).problem?.code).toBe('version-conflict')
  expect((await auditOf(site)).at(-1)).toMatchObject({ action: 'videos-changed', target: 'many-a' })
  expect((await allRows(site.db, 'library_version')).filter(({ id }) => id === 'many-a')).toHaveLength(1)
  const undo = (version: number) =>
    admin.call(calls.undoVideos, { body: { password, videos: videos.map(({ id }) => ({ id, version })) } })
  expect((await undo(1)).problem?.code).toBe('version-conflict')
  expect((await undo(2)).body).toEqual({ changed: 2 })
  for (const { id } of videos)
    expect(await show(id)).toMatchObject({
      state: 'draft',
      published: null,
      categoryId: null,
      tags: ['t'],
      free: false,
      version: 3,
    })
  expect((await auditOf(site)).at(-1)).toMatchObject({ action: 'videos-changed', target: 'many-a' })
  expect((await undo(2)).problem?.code).toBe('version-conflict')
})

test('earlier versions of a category and of a series are kept, with who saved them and when', async () => {
  const saved = await saveCategory({ name: 'Of old', parentIds: [] })
  expect(saved.status).toBe(200)
  await saveCategory({ id: 'of-old', version: 1, name: 'Of now', parentIds: ['react'] })
  const versions = async () =>
    (await admin.call(calls.categoryVersions, { query: { id: 'of-old' } })).body.versions
  const [first] = await versions()
  expect(first).toMatchObject({
    version: 1,
    savedAt: site.clock.now().toISOString(),
    savedBy: 'desk',
    name: 'Of old',
    description: '',
    parentIds: [],
  })
  // restoring is saving it anew
  await saveCategory({ id: 'of-old', version: 2, name: 'Of old', parentIds: [] })
  expect((await versions()).map(({ version, name, parentIds }) => [version, name, parentIds])).toEqual([
    [2, 'Of now', ['react']],
    [1, 'Of old', []],
  ])
  expect(await category('of-old')).toMatchObject({ name: 'Of old', parentIds: [], version: 3 })
  await storeVideo(site.db, 'taught')
  const series = {
    title: 'Kept series',
    level: 'beginner',
    description: 'One',
    videoIds: ['taught'],
  } as const
  const save = (more: object) => admin.call(calls.saveSeries, { body: { password, ...series, ...more } })
  expect((await save({})).status).toBe(200)
  expect((await save({ urlKey: 'kept-series', version: 1, description: 'Two' })).status).toBe(200)
  const kept = await admin.call(calls.seriesVersions, { query: { urlKey: 'kept-series' } })
  expect(kept.body.versions).toMatchObject([{ version: 1, savedBy: 'desk', ...series, isWithdrawn: false }])
  expect((await admin.call(calls.seriesVersions, { query: { urlKey: 'nothing' } })).body.versions).toEqual([])
})
