import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import type { DeskCategory } from '#web/front/admin/library/library-desk-queries.ts'
import { Component } from './category-list-page.tsx'

const category = (id: string, change: Partial<DeskCategory> = {}): DeskCategory => ({
  id,
  version: 2,
  name: id.toUpperCase(),
  urlKey: id,
  parentIds: [],
  position: 1,
  description: '',
  videos: 0,
  ...change,
})
const categories = [
  category('css', { position: 1, videos: 3 }),
  category('react', { position: 2 }),
  category('hooks', { parentIds: ['react'], videos: 1 }),
  category('empty', { position: 3 }),
]

function open(answers: object = {}) {
  const server = fakeServer({
    deskCategories: () => ({ status: 200, body: { categories } }),
    categoryVersions: () => ({ status: 200, body: { versions: [] } }),
    drawText: () => ({ status: 200, body: { text: [] } }),
    ...answers,
  })
  show(<Component />, { at: '/admin/library/categories', session: adminSession })
  return server
}
const done = () => ({ status: 200, body: { categories } })
const lists = () => screen.getAllByRole('list').filter((list) => list.hasAttribute('aria-label'))

test('the categories stand as a tree, and only an empty one can be deleted', async () => {
  const server = open({ deleteCategory: done })
  await screen.findByRole('button', { name: 'HOOKS' })
  expect(lists().map((list) => list.getAttribute('aria-label'))).toContain('REACT')
  const deletes = screen.getAllByRole('button', { name: /^Delete/ })
  expect(deletes.map(({ textContent }) => textContent)).toEqual(['Delete: EMPTY'])
  await userEvent.click(deletes[0] as HTMLElement)
  await waitFor(() =>
    expect(server.asked('deleteCategory').map(({ body }) => body)).toEqual([{ id: 'empty', version: 2 }]),
  )
})

test('a deletion is taken back by the message about it', async () => {
  const server = open({ deleteCategory: done, saveCategory: done })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete: EMPTY' }))
  expect(await screen.findByText('The category "EMPTY" was deleted.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(server.asked('saveCategory').map(({ body }) => body)).toEqual([
      { id: 'empty', version: 2, name: 'EMPTY', description: '', parentIds: [] },
    ]),
  )
})

test('a category is put in order by keys, among those beside it', async () => {
  const server = open({ orderCategories: done })
  const up = await screen.findByRole('button', { name: 'Move EMPTY up' })
  up.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() =>
    expect(server.asked('orderCategories').map(({ body }) => body)).toEqual([
      {
        categories: [
          { id: 'css', version: 2 },
          { id: 'empty', version: 2 },
          { id: 'react', version: 2 },
        ],
      },
    ]),
  )
  expect(screen.getByText('EMPTY: place 2 of 3')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Move CSS up' }))
  expect(server.asked('orderCategories')).toHaveLength(1)
})

test('one is renamed and moved below another, never below itself', async () => {
  const server = open({ saveCategory: done })
  await userEvent.click(await screen.findByRole('button', { name: 'REACT' }))
  const dialog = await screen.findByRole('dialog', { name: 'REACT' })
  const parents = within(dialog)
    .getAllByRole('checkbox')
    .map((box) => box.closest('label')?.textContent)
  expect(parents).toEqual(['CSS', 'EMPTY'])
  await userEvent.type(within(dialog).getByLabelText('Name'), ' 19')
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'CSS' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.asked('saveCategory').map(({ body }) => body)).toEqual([
      { id: 'react', version: 2, name: 'REACT 19', description: '', parentIds: ['css'] },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a new one has no version, and what is wrong with it is said at its field', async () => {
  const server = open({ saveCategory: () => problem('invalid', 'x', { name: 'A name is needed.' }) })
  await userEvent.click(await screen.findByRole('button', { name: 'New category' }))
  const dialog = await screen.findByRole('dialog', { name: 'New category' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByText('A name is needed.')).toBeTruthy()
  expect(server.asked('saveCategory').map(({ body }) => body)).toEqual([
    { name: '', description: '', parentIds: [] },
  ])
})

test('an earlier version is restored as it was', async () => {
  const former = { version: 1, savedAt: '2026-11-03T10:00:00.000Z', savedBy: 'desk' as const }
  const texts = { name: 'React', description: 'Of old', parentIds: ['css'] }
  const server = open({
    saveCategory: done,
    categoryVersions: () => ({ status: 200, body: { versions: [{ ...former, ...texts }] } }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'REACT' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'REACT' }))
  await userEvent.click(await dialog.findByText('Earlier versions'))
  expect(dialog.getByText(/2026-11-03/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Restore' }))
  await waitFor(() =>
    expect(server.asked('saveCategory').map(({ body }) => body)).toEqual([
      { id: 'react', version: 2, ...texts },
    ]),
  )
})
