import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { encoderOptions } from './encode.ts'
import type { Film } from './film.ts'
import { type Look, posterHtml } from './frame.ts'
import { spokenForm } from './pronunciation.ts'
import { shotsOf } from './shots.ts'
import { guessedTimeline, saidSentences } from './timeline.ts'
import { voiceCommands } from './voice.ts'

/** Returns a hash of a film's input: every picture and sentence, and the parameters of voice and encoder. */
export function fingerprint(film: Film, look: Look): string {
  const timeline = guessedTimeline(film)
  const pictures = shotsOf(film, look, timeline).map(({ html }) => html)
  const spoken = saidSentences(film).map(spokenForm)
  const style = readFileSync(new URL('frame.css', import.meta.url), 'utf8').replace(/\s+/g, ' ')
  const parts = [
    film,
    timeline.durationSeconds,
    pictures,
    posterHtml(film, look),
    spoken,
    style,
    encoderOptions,
    voiceCommands,
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)
}
