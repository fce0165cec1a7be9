import { beforeEach, expect, test, vi } from 'vitest'
import { tabStorage } from './tab-storage.ts'

beforeEach(() => sessionStorage.clear())

test('stores share one key, and none touches what another keeps', () => {
  const wizard = tabStorage<string>('wizard')
  const checkout = tabStorage<string>('checkout')
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
  expect(tabStorage('wizard').getItem('lectern')).toBeNull()
})

test('a browser that refuses storage keeps nothing, and nothing fails', () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  tabStorage('wizard').setItem('lectern', { state: 'DE' })
  expect(tabStorage('wizard').getItem('lectern')).toBeNull()
})
