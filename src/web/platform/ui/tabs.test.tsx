import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Tabs } from './tabs.tsx'

const tabs = ['one', 'two', 'three'].map((value) => ({
  value,
  label: `Tab ${value}`,
  content: `About ${value}`,
}))
const chosen = () => screen.getByRole('tab', { selected: true }).textContent
const panel = () => screen.getByRole('tabpanel')

test('the first tab is chosen, and its content alone is there, named by it', () => {
  render(<Tabs label="Numbers" tabs={tabs} />)
  expect(screen.getByRole('tablist').getAttribute('aria-label')).toBe('Numbers')
  expect(chosen()).toBe('Tab one')
  expect(panel().textContent).toBe('About one')
  expect(screen.getByRole('tabpanel', { name: 'Tab one' })).toBe(panel())
  expect(screen.getByRole('tab', { selected: true }).getAttribute('aria-controls')).toBe(panel().id)
})

test('a press chooses another', async () => {
  const onChange = vi.fn()
  render(<Tabs label="Numbers" tabs={tabs} onChange={onChange} />)
  await userEvent.click(screen.getByRole('tab', { name: 'Tab two' }))
  await userEvent.click(screen.getByRole('tab', { name: 'Tab two' }))
  expect([chosen(), panel().textContent]).toEqual(['Tab two', 'About two'])
  expect(onChange.mock.calls).toEqual([['two']])
})

test('where the parent keeps the choice, it is as the parent says', async () => {
  render(<Tabs label="Numbers" tabs={tabs} value="three" />)
  await userEvent.click(screen.getByRole('tab', { name: 'Tab one' }))
  expect(chosen()).toBe('Tab three')
})

test('keys move along the row and around its ends, Enter chooses; Tab goes to the chosen one and on to its content', async () => {
  render(<Tabs label="Numbers" tabs={tabs} />)
  const focused = () => document.activeElement?.textContent
  await userEvent.tab()
  expect(focused()).toBe('Tab one')
  await userEvent.keyboard('{ArrowLeft}')
  expect([focused(), chosen()]).toEqual(['Tab three', 'Tab one'])
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(focused()).toBe('Tab two')
  await userEvent.keyboard('{End}')
  expect(focused()).toBe('Tab three')
  await userEvent.keyboard('{Home}{ArrowRight}{Enter}')
  expect(chosen()).toBe('Tab two')
  await userEvent.tab()
  expect(document.activeElement).toBe(panel())
  await userEvent.tab({ shift: true })
  expect(focused()).toBe('Tab two')
})
