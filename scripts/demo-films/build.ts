import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Camera, openCamera } from './camera.ts'
import { captionsOf } from './captions.ts'
import { categoryFile, videoFile } from './content-files.ts'
import { encodeFilm, encodePoster, type Still, soundTrack } from './encode.ts'
import type { Film } from './film.ts'
import { fingerprint } from './fingerprint.ts'
import { type Look, posterHtml } from './frame.ts'
import { library, lookOf } from './library.ts'
import { requiredTools } from './required-tools.ts'
import { shotsOf } from './shots.ts'
import { layOut, sentencesOf, speechesOf } from './timeline.ts'
import { samplesPerSecond, speak } from './voice.ts'

const contentFolder = new URL('../../content/', import.meta.url).pathname
const builtFile = new URL('built.json', import.meta.url).pathname
const spokenFolder = join(tmpdir(), 'demo-films-speech')

await build(process.argv.slice(2))

/** Rebuilds the named films, or all whose script or look has changed since they were built. */
async function build(wanted: readonly string[]): Promise<void> {
  const films = library.flatMap((category) => category.films.map((film) => ({ film, category })))
  const unknown = wanted.filter((id) => films.every(({ film }) => film.id !== id))
  if (unknown.length > 0) return stop(`There is no film called ${unknown.join(', ')}.`)
  const built: Record<string, string> = existsSync(builtFile)
    ? JSON.parse(await readFile(builtFile, 'utf8'))
    : {}

  for (const category of library) {
    await mkdir(join(contentFolder, category.folder), { recursive: true })
    await writeFile(join(contentFolder, category.folder, 'category.md'), categoryFile(category))
  }
  const jobs = films.map(({ film, category }) => {
    const look = lookOf(category)
    return {
      film,
      look,
      folder: join(contentFolder, category.folder, film.id),
      print: fingerprint(film, look),
    }
  })
  const isDue = (job: (typeof jobs)[number]) =>
    built[job.film.id] !== job.print || !existsSync(join(job.folder, 'film.mp4'))
  const due = jobs.filter((job) => (wanted.length > 0 ? wanted.includes(job.film.id) : isDue(job)))
  if (due.length === 0) return console.log(`All ${films.length} films are up to date.`)

  const tools = requiredTools()
  if ('missing' in tools) return stop(tools.missing)
  const camera = await openCamera(tools.chromium)
  for (const [index, { film, look, folder, print }] of due.entries()) {
    const started = Date.now()
    process.stdout.write(`${String(index + 1).padStart(2)}/${due.length}  ${film.id.padEnd(28)}`)
    const seconds = await buildFilm(film, look, folder, camera)
    built[film.id] = print
    await writeFile(builtFile, `${JSON.stringify(built, Object.keys(built).sort(), 2)}\n`)
    console.log(
      `${seconds.toFixed(0)} s long, smallest type ${camera.smallestType()} px, built in ${((Date.now() - started) / 1000).toFixed(0)} s`,
    )
  }
  await camera.close()
}

/** Writes all files of one film and answers its length in seconds. */
async function buildFilm(film: Film, look: Look, folder: string, camera: Camera): Promise<number> {
  const workFolder = await mkdtemp(join(tmpdir(), 'demo-film-'))
  await mkdir(folder, { recursive: true })
  const sentences = speechesOf(film).flatMap(({ steps }) => steps.flatMap(({ say }) => sentencesOf(say)))
  const spoken = await speak(sentences, spokenFolder)
  const secondsOf = new Map(
    sentences.map((text, index) => [text, (spoken[index]?.length ?? 0) / samplesPerSecond]),
  )
  const timeline = layOut(film, (sentence) => secondsOf.get(sentence) ?? 0)

  const stills: Still[] = []
  for (const shot of shotsOf(film, look, timeline)) {
    stills.push({ file: await camera.take(shot, workFolder), frames: shot.frames })
  }
  await encodeFilm(stills, soundTrack(timeline, spoken), workFolder, join(folder, 'film.mp4'))
  const poster = await camera.take({ html: posterHtml(film, look), opacity: 1, frames: 1 }, workFolder)
  await encodePoster(poster, join(folder, 'poster.webp'), 24_500)

  await writeFile(join(folder, 'captions.en.vtt'), captionsOf(timeline, 'en'))
  const isTranslated = speechesOf(film).every(({ steps }) => steps.every(({ de }) => de !== undefined))
  if (isTranslated) await writeFile(join(folder, 'captions.de.vtt'), captionsOf(timeline, 'de'))
  await writeFile(join(folder, 'video.md'), videoFile(film, timeline))
  await rm(workFolder, { recursive: true })
  return timeline.durationSeconds
}

function stop(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}
