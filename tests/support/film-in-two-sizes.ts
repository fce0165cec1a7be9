import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importCatalogue } from '#server/library/write/import-catalogue.ts'
import { migrationsFolder } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { openMediaFolder } from '#server/platform/outside/media-folder.ts'
import { freePort, startServerProcess } from './server-process.ts'
import { openWeakLine } from './weak-line.ts'

/** Lines and kilobits per second of the two files: those of a film of a screen. */
export const sizesMade = [
  { name: 'film.mp4', height: 1080, kilobits: 840 },
  { name: 'film.720.mp4', height: 720, kilobits: 372 },
] as const

/** A site with a film in two sizes behind a line of limited throughput. */
export type WeakSite = {
  /** The address of the site over the line. */
  readonly url: string
  stop(): Promise<void>
}

/** Starts a site with the free film `sized` of some seconds; all that it sends comes over such a line. */
export async function startWeakSite(of: { seconds: number; kilobitsPerSecond: number }): Promise<WeakSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-weak-'))
  await prepareFilmInTwoSizes(dataDir, of.seconds)
  const port = await freePort()
  const line = await openWeakLine(port, of.kilobitsPerSecond)
  const url = `http://localhost:${line.port}`
  const site = await startServerProcess({
    DATA_DIR: dataDir,
    PORT: String(port),
    BASE_URL: url,
    APP_SECRET: randomBytes(32).toString('base64'),
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Weak <weak@example.org>',
    RATE_LIMITS: '100',
  })
  await site.ready()
  return {
    url,
    async stop() {
      line.close()
      await site.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Prepares the data directory of a site with a free film in two sizes, which ffmpeg makes. Its pictures change five times a
 * second, so that it is made in seconds.
 */
async function prepareFilmInTwoSizes(dataDir: string, seconds: number): Promise<void> {
  const library = mkdtempSync(join(tmpdir(), 'lectern-two-sizes-'))
  const folder = join(library, 'films/sized')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(library, 'films/category.md'), '---\nname: Films\nposition: 1\n---\n')
  writeFileSync(join(folder, 'video.md'), '---\ntitle: Sized\npublished: 2026-01-01\nfree: true\n---\n')
  writeFileSync(join(folder, 'captions.en.vtt'), captionsFor(seconds))
  for (const { name, ...size } of sizesMade) makeFilm(join(folder, name), { ...size, seconds })
  const mediaFolder = join(dataDir, 'media')
  const log = { info: () => {}, warn: console.warn, error: console.error }
  const database = await openDatabase({
    dataDir,
    databaseUrl: undefined,
    migrationsDir: migrationsFolder,
    log,
  })
  try {
    const media = await openMediaFolder(mediaFolder)
    const clock = { now: () => new Date(), real: () => new Date() }
    const config = { mediaFolder, seller: { zone: 'Europe/Berlin' } }
    const outcome = await importCatalogue({ database, media, clock, config }, library)
    if (outcome.kind !== 'imported') throw new Error(JSON.stringify(outcome))
  } finally {
    await database.close()
    rmSync(library, { recursive: true, force: true })
  }
}

/** A line of ten seconds after the other. */
function captionsFor(seconds: number): string {
  const clock = (at: number) => new Date(at * 1000).toISOString().slice(11, 23)
  const cues = Array.from({ length: Math.ceil(seconds / 10) }, (_, place) => {
    const [from, to] = [place * 10, Math.min(seconds, place * 10 + 10)]
    return `${clock(from)} --> ${clock(to)}\nLine ${place + 1}\n`
  })
  return `WEBVTT\n\n${cues.join('\n')}`
}

/** A moving test picture at a constant bit rate, with a key frame every four seconds. */
export function makeFilm(
  path: string,
  { seconds, height, kilobits }: { seconds: number; height: number; kilobits: number },
): void {
  const picture = `testsrc2=s=${(height * 16) / 9}x${height}:r=5:d=${seconds}`
  const rate = `-b:v ${kilobits}k -minrate ${kilobits}k -maxrate ${kilobits}k -bufsize ${kilobits}k -x264-params nal-hrd=cbr`
  const made = `-v error -y -f lavfi -i ${picture} -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 20 ${rate} -movflags +faststart`
  execFileSync('ffmpeg', [...made.split(' '), path])
}
