import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '#support/screen.tsx'
import { useLocalState } from '#web/platform/site/store.ts'
import { FilterList, type FilterValue } from './filter-list.tsx'

beforeEach(() => useLocalState.getState().reset())

const values = (count: number): FilterValue[] =>
  Array.from({ length: count }, (_, n) => ({
    value: `tag-${n}`,
    label: `Tag ${n}`,
    chosen: n === 1,
    total: n,
  }))
const labels = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test('a short list shows all its values', () => {
  show(<FilterList title="Tag Filter" values={values(10)} onChoose={() => undefined} />)
  expect(labels()).toHaveLength(10)
  expect(screen.queryByRole('button', { name: /Show all/ })).toBeNull()
})

test('a long list begins with the most frequent values, and always shows selected ones', async () => {
  show(<FilterList title="Tag Filter" values={values(20)} onChoose={() => undefined} />)
  expect(labels()).toEqual(['Tag 1', ...[12, 13, 14, 15, 16, 17, 18, 19].map((n) => `Tag ${n}`)])
  await userEvent.click(screen.getByRole('button', { name: 'Show all 20' }))
  expect(labels()).toHaveLength(20)
  expect(useLocalState.getState().filtersOpen).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Show fewer' }))
  expect(labels()).toHaveLength(9)
})

test('a value is chosen by a press, and says whether it is', async () => {
  const onChoose = vi.fn()
  show(<FilterList title="Tag Filter" values={values(3)} onChoose={onChoose} />)
  expect(screen.getByRole('button', { name: 'Tag 1' }).getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Tag 2' }))
  expect(onChoose).toHaveBeenCalledWith('tag-2')
})

test('a list without values is not there', () => {
  show(<FilterList title="Versions" values={[]} onChoose={() => undefined} />)
  expect(screen.queryByText('Versions')).toBeNull()
})

test('a list folds', async () => {
  show(<FilterList title="Tag Filter" values={values(3)} onChoose={() => undefined} />)
  const isOpen = () => screen.getByText('Tag Filter').closest('details')?.open
  expect(isOpen()).toBe(true)
  await userEvent.click(screen.getByText('Tag Filter'))
  expect(isOpen()).toBe(false)
})
