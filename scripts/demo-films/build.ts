import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { measureFilm } from '#server/library/catalogue-files/measure-film.ts'
import { buildFilm } from './build-film.ts'
import { openCamera } from './camera.ts'
import { mistakesOf } from './check-film.ts'
import { codeBelow, missingCode } from './code-files.ts'
import { categoryFile } from './content-files.ts'
import { fingerprint } from './fingerprint.ts'
import { layoutOf } from './layout.ts'
import { library, lookOf } from './library.ts'
import { requiredTools } from './required-tools.ts'
import { writeStoryboard } from './storyboard.ts'

const contentFolder = new URL('../../content/', import.meta.url).pathname
const builtFile = new URL('built.json', import.meta.url).pathname

await build(process.argv.slice(2))

/** Rebuilds the named films, or all films with a changed script or look. */
async function build(wanted: readonly string[]): Promise<void> {
  const films = library.flatMap((category) => category.films.map((film) => ({ film, category })))
  const unknown = wanted.filter((id) => films.every(({ film }) => film.id !== id))
  if (unknown.length > 0) return stop(`There is no film called ${unknown.join(', ')}.`)
  const mistakes = films.flatMap(({ film, category }) => [
    ...mistakesOf(film),
    ...missingCode(film, codeBelow(join(contentFolder, category.folder, film.id))),
  ])
  if (mistakes.length > 0) return stop(mistakes.join('\n'))
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
  await drawStoryboards(jobs.filter((job) => !due.includes(job)))
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
      `${seconds.toFixed(0)} s long, smallest type ${Math.min(...film.scenes.map((scene) => layoutOf(scene).type))} px, built in ${((Date.now() - started) / 1000).toFixed(0)} s`,
    )
  }
  await camera.close()
}

/** Makes the missing storyboards of up-to-date films. */
async function drawStoryboards(
  films: readonly { readonly film: { readonly id: string }; readonly folder: string }[],
): Promise<void> {
  for (const { film, folder } of films) {
    if (existsSync(join(folder, 'storyboard.webp'))) continue
    const measured = await measureFilm(join(folder, 'film.mp4'))
    if (!('durationSeconds' in measured)) throw new Error(`${film.id}: ${measured.sentences.join(' ')}`)
    const bytes = await writeStoryboard(folder, measured.durationSeconds)
    console.log(`${film.id.padEnd(28)}storyboard of ${(bytes / 1000).toFixed(1)} KB`)
  }
}

function stop(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}
