import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import type { OneSeries } from '#web/front/admin/library/library-desk-queries.ts'
import { Component } from './series-list-page.tsx'

const one: OneSeries = {
  urlKey: 'first-steps',
  version: 4,
  title: 'First steps',
  level: 'beginner',
  description: 'For a start',
  videoIds: ['a', 'b'],
  isWithdrawn: false,
}
const other: OneSeries = { ...one, urlKey: 'further', title: 'Further', isWithdrawn: true }

function open(answers: object = {}) {
  const server = fakeServer({
    seriesVersions: () => ({ status: 200, body: { versions: [] } }),
    drawText: () => ({ status: 200, body: { text: [] } }),
    deskSeries: () => ({ status: 200, body: { series: [one, other] } }),
    ...answers,
  })
  show(<Component />, { at: '/admin/library/series', session: adminSession })
  return server
}
const done = () => ({ status: 200, body: { series: [one, other] } })

test('the series are put in order, and one that is withdrawn says so', async () => {
  const server = open({ orderSeries: done })
  await userEvent.click(await screen.findByRole('button', { name: 'Move First steps down' }))
  await waitFor(() =>
    expect(server.asked('orderSeries').map(({ body }) => body)).toEqual([
      {
        series: [
          { urlKey: 'further', version: 4 },
          { urlKey: 'first-steps', version: 4 },
        ],
      },
    ]),
  )
  expect(screen.getByText('Withdrawn')).toBeTruthy()
})

test('the films of a series are put in order, and one that is found is added', async () => {
  const found = {
    id: 'c',
    version: 1,
    state: 'draft',
    title: 'The third',
    published: null,
    categoryId: null,
    durationSeconds: null,
    free: false,
    tags: [],
    hasCaptions: false,
    hasStoryboard: false,
    changedAt: null,
  }
  const server = open({
    saveSeries: done,
    deskVideos: () => ({ status: 200, body: { count: 1, videos: [found] } }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'First steps' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'First steps' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Move a down' }))
  await userEvent.type(dialog.getByLabelText('Add a video by its title'), 'third')
  await userEvent.click(await dialog.findByRole('button', { name: 'The third' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.asked('saveSeries').map(({ body }) => body)).toEqual([
      {
        urlKey: 'first-steps',
        version: 4,
        isWithdrawn: false,
        title: 'First steps',
        level: 'beginner',
        description: 'For a start',
        videoIds: ['b', 'a', 'c'],
      },
    ]),
  )
})

test('an earlier version of a series is restored as it was', async () => {
  const former = { version: 3, savedAt: null, savedBy: 'folder' as const }
  const texts = { title: 'Steps', level: 'advanced', description: '', videoIds: ['b'], isWithdrawn: true }
  const server = open({
    saveSeries: done,
    seriesVersions: () => ({ status: 200, body: { versions: [{ ...former, ...texts }] } }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'First steps' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'First steps' }))
  await userEvent.click(await dialog.findByText('Earlier versions'))
  await userEvent.click(dialog.getByRole('button', { name: 'Restore' }))
  await waitFor(() =>
    expect(server.asked('saveSeries').map(({ body }) => body)).toEqual([
      { urlKey: 'first-steps', version: 4, ...texts },
    ]),
  )
})
