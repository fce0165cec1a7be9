import { afterAll, beforeAll } from 'vitest'

/**
 * What all tests of a file share: opened before the first of them, and closed after the last if it has a `close`. Its properties can
 * be read and set within tests and hooks.
 */
export function openForTests<Thing extends object>(open: () => Promise<Thing>): Thing {
  let thing: Thing | undefined
  beforeAll(async () => {
    thing = await open()
  })
  afterAll(async () => {
    if (thing && 'close' in thing && typeof thing.close === 'function') await thing.close()
  })
  const opened = (key: string | symbol) => {
    if (!thing) throw new Error(`${String(key)} is used before the tests begin`)
    return thing
  }
  return new Proxy({} as Thing, {
    get(_, key) {
      const value = Reflect.get(opened(key), key)
      return typeof value === 'function' ? value.bind(thing) : value
    },
    set: (_, key, value) => Reflect.set(opened(key), key, value),
  })
}
