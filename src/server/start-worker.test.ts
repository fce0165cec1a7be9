import { expect, test } from 'vitest'
import { testConfig } from '#support/test-app.ts'
import { startWorker } from './start-worker.ts'

test('a worker is refused on the embedded database, and without ffmpeg', async () => {
  const config = testConfig({ ROLE: 'worker' })
  expect(config.role).toBe('worker')
  await expect(startWorker(config)).rejects.toThrow(
    'ROLE=worker needs DATABASE_URL: the embedded database belongs to the site alone.',
  )
  const elsewhere = testConfig({ ROLE: 'worker', DATABASE_URL: 'postgres://localhost/none' })
  await expect(startWorker(elsewhere)).rejects.toThrow('ROLE=worker needs ffmpeg, but FFMPEG is "none".')
})
