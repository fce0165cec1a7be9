import type { Film, Scene } from './film.ts'
import { type Look, recapHtml, sceneHtml, titleHtml } from './frame.ts'
import { typingOf } from './panels.ts'
import type { TimedStep, Timeline } from './timeline.ts'

export const framesPerSecond = 12

/** A picture held for a number of frames: `html`, drawn over `under` with some opacity while one fades into the next. */
export type Shot = { html: string; under?: string; opacity: number; frames: number }

/** Everything a film shows, in order. The shots together last as long as the timeline. */
export function shotsOf(film: Film, look: Look, timeline: Timeline): Shot[] {
  const moments = timeline.scenes.flatMap(({ steps }, number) =>
    steps.map((step, index) => ({ step, pictures: picturesOf(film, look, number, index, step) })),
  )
  const shots: Shot[] = []
  let shown: string | undefined
  for (const [index, { step, pictures }] of moments.entries()) {
    const next = moments[index + 1]?.step.start ?? timeline.durationSeconds
    let left = frameAt(next) - frameAt(step.start)
    for (const [at, html] of pictures.entries()) {
      const isLast = at === pictures.length - 1
      if (shown !== undefined && shown !== html && (at === 0 || isLast)) {
        for (const opacity of at === 0 ? [0.35, 0.75] : [0.5]) {
          shots.push({ html, under: shown, opacity, frames: 1 })
          left -= 1
        }
      }
      const frames = isLast ? left : 1
      if (frames > 0) shots.push({ html, opacity: 1, frames })
      left -= frames
      shown = html
    }
  }
  return shots
}

/** The pictures of one step: what is typed letter by letter, then the picture that stays. */
function picturesOf(film: Film, look: Look, number: number, index: number, step: TimedStep): string[] {
  if (number === 0) return [titleHtml(film, look)]
  const scene = film.scenes[number - 1]
  if (scene === undefined) return [recapHtml(film, look, index + 1)]
  const at = (typed?: number) =>
    sceneHtml(film, look, scene, number - 1, { step: index, ...(typed !== undefined && { typed }) })
  return [...typingMoments(scene, index, step).map(at), at()]
}

const lettersPerSecond = 32

/** How many letters stand at each frame while a step types: at an even pace, done before its speech ends. */
function typingMoments(scene: Scene, index: number, step: TimedStep): number[] {
  const panel = scene.panels.find(({ kind }) => kind === 'code')
  if (panel?.kind !== 'code') return []
  const { letters } = typingOf(panel, scene.steps, index)
  const seconds = Math.min(letters / lettersPerSecond, (step.end - step.start) * 0.75)
  const frames = Math.floor(seconds * framesPerSecond)
  return Array.from({ length: frames }, (_, frame) => Math.round((letters * (frame + 0.5)) / frames))
}

function frameAt(seconds: number): number {
  return Math.round(seconds * framesPerSecond)
}
