import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFilm } from '#server/library/processing/make-film.ts'
import { chromium as installed } from '#support/chromium.ts'
import { describeWithFfmpeg, ffmpegAt } from '#support/fake-ffmpeg.ts'
import { filmForms, fullForms, makeForm, smallForms } from '#support/film-forms.ts'
import { expectGoodFilm } from '#support/made-film.ts'
import { rounds } from '#support/rounds.ts'
import { chromiumLaunch } from '../playwright.config.ts'

// What processing makes of a film plays to its end in a browser: `npm run prove` tries every form in full size.

const size = rounds.fullFilms > 0 ? fullForms : smallForms
const { sources, forms } = filmForms(size)
const tried =
  rounds.fullFilms > 0 ? forms : forms.filter(({ name }) => ['H.264 and AAC', 'ProRes in MOV'].includes(name))

let folder: string
let server: Server
let browser: Browser
let served = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-played-'))
  for (const source of sources) makeForm(folder, source)
  server = createServer(({ url }, reply) => {
    if (url !== '/film.mp4')
      return void reply.writeHead(200, { 'content-type': 'text/html' }).end('<video muted>')
    const film = readFileSync(served)
    reply.writeHead(200, { 'content-type': 'video/mp4', 'content-length': film.length }).end(film)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  if (installed) browser = await chromium.launch(chromiumLaunch)
}, 240_000)
afterAll(async () => {
  await browser?.close()
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

describeWithFfmpeg('a film that is made of one', () => {
  test.runIf(installed).each(tried.map((form) => [form.name, form] as const))(
    '%s plays to its end',
    async (_, form) => {
      const source = makeForm(folder, form)
      const film = await makeFilm({ ...ffmpegAt('ffmpeg'), priority: getPriority() }, source, {
        folder: mkdtempSync(join(folder, 'made-')),
        onStep: () => undefined,
        signal: new AbortController().signal,
      })
      if ('refused' in film) throw new Error(`it was refused: ${film.refused}`)
      await expectGoodFilm(film, { form, source, seconds: size.seconds })
      for (const { path } of [film.film, ...(film.small ? [film.small] : [])]) {
        served = path
        const played = await play()
        expect(played).toMatchObject({ fault: undefined, ended: true })
        expect(Math.abs(played.duration - size.seconds)).toBeLessThan(0.1)
        expect(Math.abs(played.at - played.duration)).toBeLessThan(0.1)
        expect(played.width / played.height).toBeCloseTo(form.size[0] / form.size[1], 1)
      }
    },
    600_000,
  )
})

/** Plays the served film in a page, sixteen times as fast. */
async function play() {
  const page = await browser.newPage()
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    return await page.locator('video').evaluate(async (film: HTMLVideoElement) => {
      film.src = '/film.mp4'
      film.playbackRate = 16
      film.defaultPlaybackRate = 16
      await new Promise((over) => {
        film.addEventListener('ended', over)
        film.addEventListener('error', over)
        film.play().catch(() => undefined)
      })
      return {
        fault: film.error?.message,
        ended: film.ended,
        duration: film.duration,
        at: film.currentTime,
        width: film.videoWidth,
        height: film.videoHeight,
      }
    })
  } finally {
    await page.close()
  }
}
