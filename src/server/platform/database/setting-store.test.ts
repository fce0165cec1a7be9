import { expect, test } from 'vitest'
import { emptiedDatabase } from '#support/database.ts'
import { deleteSetting, ensureSetting, readSetting, readSettings, writeSetting } from './setting.store.ts'

const database = emptiedDatabase()

test('a setting has the value written last', async () => {
  const { db } = database
  expect(await readSetting(db, 'installation')).toBeUndefined()
  await writeSetting(db, 'service-mode', 'another')
  await writeSetting(db, 'installation', 'first')
  await writeSetting(db, 'installation', { second: 2 })
  expect(await readSetting(db, 'installation')).toEqual({ second: 2 })
  expect(await readSetting(db, 'service-mode')).toBe('another')
})

test('an initial value does not overwrite a setting', async () => {
  const { db } = database
  expect(await ensureSetting(db, 'installation', 'first')).toBe('first')
  expect(await ensureSetting(db, 'installation', 'second')).toBe('first')
})

test('several settings are read together, and one is deleted alone', async () => {
  const { db } = database
  await writeSetting(db, 'installation', 1)
  await writeSetting(db, 'service-mode', 2)
  await writeSetting(db, 'trial-key', 3)
  expect(await readSettings(db, ['installation', 'service-mode', 'service-closing'])).toEqual(
    new Map([
      ['installation', 1],
      ['service-mode', 2],
    ]),
  )
  await deleteSetting(db, 'installation')
  expect(await readSettings(db, ['installation', 'service-mode'])).toEqual(new Map([['service-mode', 2]]))
})
