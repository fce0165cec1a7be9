import type { Film, Scene } from './film.ts'
import { hookHtml, type Look, recapHtml, sceneHtml, titleHtml } from './frame.ts'
import { type Moment, typingOf } from './panels.ts'
import { type TimedStep, type Timeline, titleSeconds } from './timeline.ts'

export const framesPerSecond = 25

/** A picture shown for a number of frames: `html`, drawn over `under` with some opacity during a fade. */
export type Shot = { html: string; under?: string; opacity: number; frames: number }

/** A picture shown some frames after its step begins. */
type Picture = { html: string; after: number; fades: boolean }

/** Returns the pictures of a film, in order. Together the shots are as long as the timeline. */
export function shotsOf(film: Film, look: Look, timeline: Timeline): Shot[] {
  const pictures = timeline.scenes.flatMap(({ steps }, number) =>
    steps.flatMap((step, index) =>
      picturesOf(film, look, number, index, step).map((picture) => ({
        ...picture,
        at: frameAt(step.start) + picture.after,
      })),
    ),
  )
  const shots: Shot[] = []
  let shown: string | undefined
  for (const [index, { html, fades, at }] of pictures.entries()) {
    let left = (pictures[index + 1]?.at ?? frameAt(timeline.durationSeconds)) - at
    if (fades && shown !== undefined && shown !== html)
      for (const opacity of fadeOpacities) {
        if (left <= framesPerPicture) break
        shots.push({ html, under: shown, opacity, frames: framesPerPicture })
        left -= framesPerPicture
      }
    if (left > 0) shots.push({ html, opacity: 1, frames: left })
    shown = html
  }
  return shots
}

/** Moving parts are redrawn with every second frame: half of the pictures, without a visible difference. */
const framesPerPicture = 2

/** A sixth of a second. */
const fadeOpacities = [0.35, 0.75]

/** The pictures of one step: the typing, then the still picture, then the output. */
function picturesOf(film: Film, look: Look, number: number, index: number, step: TimedStep): Picture[] {
  if (number === 0) return openingOf(film, look, step)
  const scene = film.scenes[number - 1]
  if (scene === undefined) return [{ html: recapHtml(film, look, index), after: 0, fades: true }]
  const at = (moment: Omit<Moment, 'step'>) =>
    sceneHtml(film, look, scene, number - 1, { step: index, ...moment })
  const typed = typingMoments(scene, index, step).map(
    (letters, place): Picture => ({
      html: at({ typed: letters, pending: true }),
      after: place * framesPerPicture,
      fades: place === 0,
    }),
  )
  const after = typed.length * framesPerPicture
  const stands: Picture = { html: at({}), after, fades: true }
  const pending = { html: at({ pending: true }), after, fades: true }
  return pending.html === stands.html
    ? [...typed, stands]
    : [...typed, pending, { ...stands, after: after + frameAt(secondsToAnswer) }]
}

/** The title card, then the spoken words, so that the film is understood without sound. */
function openingOf(film: Film, look: Look, step: TimedStep): Picture[] {
  const title = { html: titleHtml(film, look), after: 0, fades: false }
  if (step.end <= titleSeconds) return [title]
  return [title, { html: hookHtml(film, look), after: frameAt(titleSeconds), fades: true }]
}

/** From a command to its output. */
const secondsToAnswer = 0.7
const lettersPerSecond = 32

/** How many letters stand in each picture while a step types: at an even pace, done before its speech ends. */
function typingMoments(scene: Scene, index: number, step: TimedStep): number[] {
  const panel = scene.panels.find(({ kind }) => kind === 'code')
  if (panel?.kind !== 'code') return []
  const { letters } = typingOf(panel, scene.steps, index)
  const seconds = Math.min(letters / lettersPerSecond, (step.end - step.start) * 0.7)
  const count = Math.floor((seconds * framesPerSecond) / framesPerPicture)
  return Array.from({ length: count }, (_, place) => Math.round((letters * (place + 0.5)) / count))
}

function frameAt(seconds: number): number {
  return Math.round(seconds * framesPerSecond)
}
