import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isMediaKey, type MediaExtension } from '#server/platform/outside/media-store.ts'
import { openMediaS3 } from '#server/platform/outside/s3/media-s3.ts'
import { startS3 } from '#support/s3-server.ts'
import { siteTest, startSite } from '../journeys/site.ts'
import type { Driver } from './driver.ts'
import { personAt } from './person.ts'

const seconds = 180
/** A second that no browser has buffered after a minute: the storage sends twice as fast as the film plays. */
const soughtSecond = 165

/**
 * With MEDIA_DELIVERY=redirect: the storage refuses the address that a browser was referred to a minute ago, and a film that
 * is sought then goes on.
 */
export function tellRedirectedFilm(open: () => Promise<Driver>): void {
  siteTest(
    'a film of the storage goes on where it is sought, after its address has expired @long',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'lectern-redirected-'))
      const s3 = await startS3()
      const media = openMediaS3(s3.place, { localFolder: folder })
      const prepared = join(process.env.PREPARED_SITE ?? '', 'media')
      for (const name of readdirSync(prepared).filter(isMediaKey))
        await media.put(join(prepared, name), name.split('.')[1] as MediaExtension)
      const stored = await media.put(makeFilm(folder), 'mp4')
      const film_key = 'key' in stored ? stored.key : ''
      const settings = { ...s3.settings, MEDIA_DELIVERY: 'redirect' }
      const { site, stop } = await startSite(settings, async ({ db }) => {
        const values = { film_key, small_film_key: null, duration_seconds: seconds, chapters: '[]' }
        await db.updateTable('video').set(values).where('id', '=', 'closures').execute()
      })
      const sent: { status: number; atMs: number }[] = []
      s3.fault = (request, response) => {
        if (request.method !== 'GET' || !request.url?.includes(film_key)) return false
        slowDown(response)
        response.once('close', () => sent.push({ status: response.statusCode, atMs: Date.now() }))
        return false
      }
      const driver = await open()
      try {
        const at = personAt(driver, site.url)
        const position = "document.querySelector('video')?.currentTime ?? 0"
        const openedAtMs = Date.now()
        await at.visit('/content/video/closures')
        await at.clickOn({ role: 'button', name: 'Play' })
        await at.reads(position).toBeGreaterThan(2)
        await at.reads("document.querySelector('video')?.duration").toBeGreaterThan(seconds - 1)
        await at.press('k')
        await at.reads("document.querySelector('video')?.paused").toBe(true)
        await wait(openedAtMs + 65_000 - Date.now())

        const soughtAtMs = Date.now()
        await driver.evaluate(`(document.querySelector('video').currentTime = ${soughtSecond}, 0)`)
        await at.press('k')
        await at.reads(position).toBeGreaterThan(soughtSecond + 3)
        const refused = sent.filter(({ status, atMs }) => status === 403 && atMs > soughtAtMs).length
        siteTest.info().annotations.push({
          type: 'measured',
          description: `on after ${Date.now() - soughtAtMs} ms, ${refused} requests refused`,
        })
        await at.seesNot({ text: /could not be/ })
        await at.reads("document.querySelector('video')?.paused").toBe(false)
      } catch (error) {
        const body = Buffer.from(await driver.screenshot())
        await siteTest.info().attach('what was shown', { body, contentType: 'image/png' })
        throw error
      } finally {
        await driver.close()
        await stop()
        await s3.stop()
        rmSync(folder, { recursive: true, force: true })
      }
    },
  )
}

/** Three minutes of a test picture, 150 KB for a second. */
function makeFilm(folder: string): string {
  const path = join(folder, 'long.mp4')
  const source = ['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=10:duration=${seconds}`]
  const coding =
    '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 20 -b:v 1200k -minrate 1200k -maxrate 1200k'
  const buffer = '-bufsize 1200k -x264-params nal-hrd=cbr -movflags +faststart'
  execFileSync('ffmpeg', ['-v', 'error', ...source, ...coding.split(' '), ...buffer.split(' '), path])
  return path
}

/** Lets a reply send 300 KB a second. */
function slowDown(response: ServerResponse): void {
  const { write } = response
  response.write = (chunk: Buffer) => {
    write.call(response, chunk, 'utf8')
    setTimeout(() => response.emit('drain'), chunk.length / 300)
    return false
  }
}
