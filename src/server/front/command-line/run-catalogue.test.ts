import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { exportCommand, exportOnRequest } from '#server/library/export/export-catalogue.ts'

import { importCommand, importOnRequest } from '#server/library/write/import-catalogue.ts'

import { openMediaFolder } from '#server/platform/outside/media-folder.ts'
import { systemClock } from '#server/platform/runtime/clock.ts'
import { catalogueFolder, goodCatalogue } from '#support/catalogue-folder.ts'
import { silentLog, testEngine } from '#support/database.ts'
import { programArguments, programCache } from '#support/program.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'
import { openControlSocket } from './control-socket.ts'
import { runCatalogue } from './run-catalogue.ts'

const migrationsDir = resolve(import.meta.dirname, '../../../../migrations')

type Place = { dataDir: string; mediaFolder: string; databaseUrl: string | undefined }

function emptyPlace(): Place {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-command-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return { dataDir, mediaFolder: join(dataDir, 'media'), databaseUrl: undefined }
}

/** Runs the command as a user does; returns its output by stream. */
async function run(place: Place, args: string[], terminal = false) {
  const output = new PassThrough()
  const errors = Object.assign(new PassThrough(), { isTTY: terminal, columns: 80 })
  const code = await runCatalogue({
    args,
    workingFolder: tmpdir(),
    defaultFolder: '/nowhere/content',
    config: { ...place, s3: undefined, seller: { zone: 'Europe/Berlin' } },
    migrationsDir,
    clock: systemClock,
    output,
    errors,
  })
  const textOf = (stream: PassThrough) => String(stream.read() ?? '')
  return { code, said: textOf(output), complained: textOf(errors) }
}

const broken = { ...goodCatalogue, 'testing/kata/film.mp4': undefined, 'testing/category.md': 'Testing' }

describe('catalogue check', () => {
  test('says that a catalogue is in order, and touches nothing', async () => {
    const place = emptyPlace()
    const { code, said } = await run(place, ['check', catalogueFolder()])
    expect(code).toBe(0)
    expect(said).toBe('The catalogue is in order. Videos: 3, categories: 3.\n')
    expect(readdirSync(place.dataDir)).toEqual([])
  })

  test('says every mistake with the file as one can open it, and its line', async () => {
    const folder = catalogueFolder(broken)
    const { code, complained } = await run(emptyPlace(), ['check', folder])
    expect(code).toBe(1)
    const lines = complained.trim().split('\n')
    expect(lines[1]).toMatch(`${folder}/testing/category.md:1: The file has to begin with a line ---`)
    expect(lines[2]).toMatch(`${folder}/testing/kata/video.md:1: The film is missing`)
    expect(lines.at(-1)).toBe('2 mistakes. Nothing was changed.')
  })

  test('uses the demo library without a folder, and reports if it is missing', async () => {
    const { code, complained } = await run(emptyPlace(), ['check'])
    expect(code).toBe(1)
    expect(complained).toBe('/nowhere/content:1: There is no such folder.\n1 mistake. Nothing was changed.\n')
  })
})

describe('catalogue import', () => {
  // the same on either engine: it is asked for once
  if (testEngine === 'embedded')
    test('opens the embedded database itself where no server runs, and can do so again', async () => {
      const place = emptyPlace()
      const folder = catalogueFolder()
      const first = await run(place, ['import', folder])
      expect(first).toMatchObject({
        code: 0,
        complained: expect.stringMatching(/^Reading 3\/3\nCopying .*\nStoring 3\/3\n$/),
      })
      expect(first.said).toBe(
        'Imported. Videos: 3, categories: 3 (new: 3, changed: 0, renamed: 0, withdrawn: 0, back again: 0).\n',
      )
      const second = await run(place, ['import', folder])
      expect(second).toMatchObject({ code: 0, said: 'Nothing has changed. Videos: 3, categories: 3.\n' })
    }, 180_000)

  test('shows a bar in a terminal', async () => {
    const { complained } = await run(emptyPlace(), ['check', catalogueFolder()], true)
    expect(complained).toMatch(/Reading +\[=+\] 3\/3/)
  })

  test('asks the running server, which serves the new library at once', async () => {
    const { place, site } = await runningServer()
    const { code, said, complained } = await run(place, ['import', catalogueFolder()])
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringMatching(/^Imported\. Videos: 3/) })
    expect(complained).toMatch(/^Reading 3\/3\nCopying .*\nStoring 3\/3\n$/)
    expect(site.services.library.videos()).toHaveLength(3)
    const again = await run(place, ['import', catalogueFolder(broken)])
    expect(again.code).toBe(1)
    expect(again.complained).toContain('2 mistakes. Nothing was changed.')
    expect(site.services.library.videos()).toHaveLength(3)
  })

  test('says so when the running server fails or ends', async () => {
    const place = emptyPlace()
    for (const [sentence, command] of [
      ['its log says why', () => Promise.reject(new Error('on purpose'))],
      ['ended before the import did', () => new Promise(() => undefined)],
    ] as const) {
      const socket = await openControlSocket(place.dataDir, { [importCommand]: command }, silentLog)
      const running = run(place, ['import', catalogueFolder()])
      await new Promise((later) => setTimeout(later, 200))
      await socket.close()
      const { code, complained } = await running
      expect(code).toBe(1)
      expect(complained).toContain(sentence)
    }
  }, 180_000)

  if (testEngine === 'postgresql')
    test('writes to a PostgreSQL itself, and the running server notices', async () => {
      const { place, site } = await runningServer()
      const { databaseUrl } = site.services.config
      const url = site.services.database.pool.options.connectionString ?? databaseUrl
      const { code } = await run({ ...place, databaseUrl: url }, ['import', catalogueFolder()])
      expect(code).toBe(0)
      await vi.waitFor(() => expect(site.services.library.videos()).toHaveLength(3), { timeout: 60_000 })
    })

  async function runningServer(): Promise<{ place: Place; site: TestApp }> {
    const place = emptyPlace()
    const site = await createTestApp({ services: { media: await openMediaFolder(place.mediaFolder) } })
    const { services } = site
    const socket = await openControlSocket(
      place.dataDir,
      { [importCommand]: (request, report) => importOnRequest(services, request, report) },
      silentLog,
    )
    onTestFinished(async () => {
      await socket.close()
      await site.close()
    })
    return { place, site }
  }
})

describe('catalogue export', () => {
  test('gives back what was imported, by itself and through the running server', async () => {
    const place = emptyPlace()
    await run(place, ['import', catalogueFolder()])
    const alone = join(place.dataDir, 'exported')
    expect(await run(place, ['export', alone])).toMatchObject({
      code: 0,
      said: `Exported to ${alone}. Videos: 3, categories: 3.\n`,
    })
    expect(readdirSync(alone).sort()).toEqual(['react', 'testing'])
    expect((await run(place, ['import', alone])).said).toMatch(/^Nothing has changed/)
    const again = await run(place, ['export', alone])
    expect(again).toMatchObject({
      code: 1,
      complained: `The folder ${alone} is not empty. Nothing was exported.\n`,
    })
    const media = await openMediaFolder(place.mediaFolder)
    const site = await createTestApp({ services: { media } })
    const socket = await openControlSocket(
      place.dataDir,
      {
        [importCommand]: (request, report) => importOnRequest(site.services, request, report),
        [exportCommand]: (request, report) => exportOnRequest(site.services, request, report),
      },
      silentLog,
    )
    onTestFinished(async () => {
      await socket.close()
      await site.close()
    })
    await run(place, ['import', alone])
    const running = join(place.dataDir, 'running')
    expect((await run(place, ['export', running, '--all'])).code).toBe(0)
    expect(readdirSync(running).sort()).toEqual(['.lectern', 'react', 'testing'])
  }, 180_000)
})

test.each([
  [['export']],
  [['export', 'one', 'two']],
  [['export', '--some']],
  [['import', 'one', '--all']],
  [[]],
  [['sing']],
  [['import', 'one', 'two']],
  [['check', '--all']],
  [['--help']],
])('the arguments %j make no sense: the usage is shown', async (args) => {
  const { code, complained } = await run(emptyPlace(), args)
  expect(code).toBe(2)
  expect(complained).toMatch(/^Usage: npm run catalogue -- import/)
})

test('the program itself answers with the exit code, from whichever folder it is called', () => {
  const root = resolve(import.meta.dirname, '../../../..')
  const folder = catalogueFolder()
  const program = (args: string[]) =>
    spawnSync(
      process.execPath,
      [...programArguments('src/server/front/command-line/catalogue.ts'), ...args],
      {
        cwd: root,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, DATA_DIR: emptyPlace().dataDir, INIT_CWD: folder, ...programCache },
      },
    )
  expect(program(['check', '.'])).toMatchObject({ status: 0, stdout: expect.stringContaining('in order') })
  expect(program(['check', 'testing'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('testing'),
  })
  expect(program([])).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage') })
}, 180_000)
