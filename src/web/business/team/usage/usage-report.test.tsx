import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Usage } from '#contract/team/team.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { UsageReport } from './usage-report.tsx'

const user = (name: string, change: Partial<Usage> = {}): Usage => ({
  id: name,
  name,
  email: `${name.toLowerCase()}@example.org`,
  confirmed: true,
  seat: true,
  lastSeenAt: null,
  videosOpened: 0,
  watchedSeconds: 0,
  estimated: false,
  ...change,
})
const reported = (users: Usage[], total = 5) => ({
  usageReport: () => ({ status: 200 as const, body: { seats: { used: users.length, total }, users } }),
})
const open = () => show(<UsageReport />)
const rows = async () => (await screen.findAllByRole('row')).slice(1)
const namesShown = async () =>
  (await rows()).map((row) => within(row).getByRole('rowheader').querySelector('bdi')?.textContent)

describe('the usage report', () => {
  test("shows each user's last visit and viewing", async () => {
    fakeServer(
      reported([
        user('Ada', {
          lastSeenAt: new Date(2026, 10, 3, 12).toISOString(),
          videosOpened: 3,
          watchedSeconds: 7140,
        }),
        user('Bo', { confirmed: false, seat: false }),
      ]),
    )
    open()
    const [ada, bo] = await rows()
    const cells = (row: HTMLElement | undefined) =>
      row ? [...row.children].map((cell) => cell.textContent) : []
    expect(cells(ada)).toEqual([
      'Adaada@example.org',
      expect.stringContaining('3. November, 2026'),
      '3',
      '1 h 59 min',
    ])
    expect(cells(bo)).toEqual([
      'Bobo@example.orgNot confirmed yet · No license',
      expect.stringContaining('never'),
      '0',
      '–',
    ])
  })

  test('marks estimates, and explains them', async () => {
    fakeServer(
      reported([
        user('Ada', { videosOpened: 1, watchedSeconds: 3600, estimated: true }),
        user('Bo', { videosOpened: 1, watchedSeconds: 1 }),
      ]),
    )
    open()
    const [ada, bo] = await rows()
    expect([ada, bo].map((row) => row?.lastElementChild?.textContent)).toEqual(['about 1 h', '1 s'])
    expect(screen.getByText(/a video that was opened went in with its whole length/)).toBeTruthy()
  })

  test('does not mention estimates without any', async () => {
    fakeServer(reported([user('Bo', { videosOpened: 1, watchedSeconds: 1 })]))
    open()
    await rows()
    expect(screen.queryByText(/whole length/)).toBeNull()
  })

  test('is sorted by name, or by last visit, in either direction', async () => {
    const seen = (day: number) => ({ lastSeenAt: new Date(2026, 10, day, 12).toISOString() })
    fakeServer(reported([user('Cy', seen(2)), user('Ada', seen(1)), user('Bo', seen(3)), user('Di')]))
    open()
    expect(await namesShown()).toEqual(['Ada', 'Bo', 'Cy', 'Di'])
    const head = (name: string) => screen.getByRole('columnheader', { name })
    expect(head('Name').getAttribute('aria-sort')).toBe('ascending')
    await userEvent.click(screen.getByRole('button', { name: 'Last seen' }))
    expect(await namesShown()).toEqual(['Bo', 'Cy', 'Ada', 'Di'])
    expect(head('Last seen').getAttribute('aria-sort')).toBe('descending')
    expect(head('Name').getAttribute('aria-sort')).toBe('none')
    await userEvent.click(screen.getByRole('button', { name: 'Last seen' }))
    expect(await namesShown()).toEqual(['Di', 'Ada', 'Cy', 'Bo'])
  })

  test('shows ten users at a time', async () => {
    fakeServer(reported(Array.from({ length: 25 }, (_, index) => user(`User ${index + 1}`))))
    open()
    expect(await rows()).toHaveLength(10)
    const [previous, next] = [
      screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' }),
      screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }),
    ]
    expect(previous.disabled).toBe(true)
    await userEvent.click(next)
    await userEvent.click(next)
    expect(await namesShown()).toEqual(['User 21', 'User 22', 'User 23', 'User 24', 'User 25'])
    expect(screen.getByText('21 to 25 of 25')).toBeTruthy()
    expect(next.disabled).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Name' }))
    expect((await namesShown())[0]).toBe('User 25')
    expect(screen.getByText('1 to 10 of 25')).toBeTruthy()
  })

  test('has no page links if one page suffices', async () => {
    fakeServer(reported(Array.from({ length: 10 }, (_, index) => user(`User ${index}`))))
    open()
    expect(await rows()).toHaveLength(10)
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
  })

  test('can be downloaded, whatever the state of the table', async () => {
    let allowed = false
    const good = reported([user('Ada')])
    fakeServer({ usageReport: () => (allowed ? good.usageReport() : problem('forbidden', 'You may not.')) })
    open()
    const link = screen.getByRole('link', { name: 'Download CSV' })
    expect([link.getAttribute('href'), link.hasAttribute('download')]).toEqual([
      '/api/account/users/report.csv',
      true,
    ])
    expect((await screen.findByRole('alert')).textContent).toBe('You may not.')
    allowed = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await rows()).toHaveLength(1)
  })
})
