import { afterAll, beforeAll } from 'vitest'

/**
 * What all tests of a file share: opened before the first of them, closed after the last. Its properties can be read from within
 * tests and hooks.
 */
export function openForTests<Thing extends { close(): unknown }>(open: () => Promise<Thing>): Thing {
  let thing: Thing | undefined
  beforeAll(async () => {
    thing = await open()
  })
  afterAll(() => thing?.close())
  return new Proxy({} as Thing, {
    get(_, key) {
      if (!thing) throw new Error(`${String(key)} is read before the tests begin`)
      const value = Reflect.get(thing, key)
      return typeof value === 'function' ? value.bind(thing) : value
    },
  })
}
