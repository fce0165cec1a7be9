import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Camera } from './camera.ts'
import { captionsOf } from './captions.ts'
import { videoFile } from './content-files.ts'
import { encodeFilm, encodePoster, type Still, soundTrack } from './encode.ts'
import type { Film } from './film.ts'
import { type Look, posterHtml } from './frame.ts'
import { shotsOf } from './shots.ts'
import { writeStoryboard } from './storyboard.ts'
import { layOut, saidSentences, speechesOf } from './timeline.ts'
import { samplesPerSecond, speak } from './voice.ts'

/**
 * Makes all files of a film and puts them in its folder, which keeps the old ones until the new are complete. Returns the
 * film's length in seconds.
 */
export async function buildFilm(film: Film, look: Look, folder: string, camera: Camera): Promise<number> {
  const workFolder = await mkdtemp(join(tmpdir(), 'demo-film-'))
  const finished = join(workFolder, 'finished')
  await mkdir(finished)
  const sentences = saidSentences(film)
  const spoken = await speak(sentences, join(tmpdir(), 'demo-films-speech'))
  const secondsOf = new Map(
    sentences.map((text, index) => [text, (spoken[index]?.length ?? 0) / samplesPerSecond]),
  )
  const timeline = layOut(film, (sentence) => secondsOf.get(sentence) ?? 0)

  const stills: Still[] = []
  for (const shot of shotsOf(film, look, timeline)) {
    stills.push({ file: await camera.take(shot, workFolder), frames: shot.frames })
  }
  await encodeFilm(stills, soundTrack(timeline, spoken), workFolder, join(finished, 'film.mp4'))
  await writeStoryboard(finished, timeline.durationSeconds)
  const poster = await camera.take({ html: posterHtml(film, look), opacity: 1, frames: 1 }, workFolder)
  await encodePoster(poster, join(finished, 'poster.webp'), mostPosterBytes)

  await writeFile(join(finished, 'captions.en.vtt'), captionsOf(timeline, 'en'))
  const isTranslated = speechesOf(film).every(({ steps }) => steps.every(({ de }) => de !== undefined))
  if (isTranslated) await writeFile(join(finished, 'captions.de.vtt'), captionsOf(timeline, 'de'))
  await writeFile(join(finished, 'video.md'), videoFile(film, timeline))
  // written by hand, checked by code-files.ts
  const code = join(folder, 'code')
  if (existsSync(code)) await cp(code, join(finished, 'code'), { recursive: true })
  await rm(folder, { recursive: true, force: true })
  await cp(finished, folder, { recursive: true })
  await rm(workFolder, { recursive: true })
  return timeline.durationSeconds
}

const mostPosterBytes = 24_500
