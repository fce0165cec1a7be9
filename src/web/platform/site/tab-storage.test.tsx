import { beforeEach, expect, test, vi } from 'vitest'
import { forgetPerson, tabStorage } from './tab-drafts.ts'
import { tabPart } from './tab-storage.ts'

beforeEach(() => sessionStorage.clear())

const nothing = () => {}

test("stores share one key, and leave each other's parts alone", () => {
  const wizard = tabStorage<string>('wizard', nothing)
  const checkout = tabStorage<string>('checkout', nothing)
  wizard.setItem('lectern', { state: 'DE', version: 1 })
  checkout.setItem('lectern', { state: 'a@x.de', version: 1 })
  expect(Object.keys(sessionStorage)).toEqual(['lectern'])
  expect(wizard.getItem('lectern')).toEqual({ state: 'DE', version: 1 })
  wizard.removeItem('lectern')
  expect(wizard.getItem('lectern')).toBeNull()
  expect(checkout.getItem('lectern')).toEqual({ state: 'a@x.de', version: 1 })
})

test.each(['nonsense', 'null', '"text"', '[1]'])('where %s is kept, there is nothing', (text) => {
  sessionStorage.setItem('lectern', text)
  expect(tabStorage('wizard', nothing).getItem('lectern')).toBeNull()
})

test('a browser that refuses storage keeps nothing, and nothing fails', () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  tabStorage('wizard', nothing).setItem('lectern', { state: 'DE' })
  expect(tabStorage('wizard', nothing).getItem('lectern')).toBeNull()
})

test("everything that a tab stores is deleted at once, except for a part still needed, and so is the stores' memory", () => {
  const empty = vi.fn()
  tabStorage('wizard', empty).setItem('lectern', { state: 'DE', version: 1 })
  tabPart('link').keep('the code')
  forgetPerson('link')
  expect(empty).toHaveBeenCalledOnce()
  expect(sessionStorage.getItem('lectern')).toBe('{"link":"the code"}')
  forgetPerson()
  expect(sessionStorage.getItem('lectern')).toBe('{}')
})
