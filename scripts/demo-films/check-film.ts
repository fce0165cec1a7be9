import { mistakesOfPicture } from './check-picture.ts'
import type { Film, Scene } from './film.ts'
import { layoutOf, leastDrawnType, leastType } from './layout.ts'
import { isTyped, typingOf } from './panels.ts'
import { guessedTimeline, silencesOf, type Timeline, titleSeconds } from './timeline.ts'

/** Returns a film's didactic mistakes, one sentence each. */
export function mistakesOf(film: Film): string[] {
  return [...mistakesInTime(guessedTimeline(film)), ...film.scenes.flatMap(mistakesOfScene)].map(
    (sentence) => `${film.id}: ${sentence}`,
  )
}

const mostTitleSeconds = 3
const mostRecapSeconds = 15
/** Longer, and one wonders whether the film has stopped. */
const mostSilentSeconds = 2

/** How long the cards stand, and where nothing is said. */
export function mistakesInTime(timeline: Timeline): string[] {
  const recap = timeline.durationSeconds - (timeline.scenes.at(-1)?.start ?? 0)
  return [
    ...(titleSeconds > mostTitleSeconds ? [`the title stands longer than ${mostTitleSeconds} s`] : []),
    ...(recap > mostRecapSeconds ? [`the recap lasts longer than ${mostRecapSeconds} s`] : []),
    ...silencesOf(timeline)
      .filter((seconds) => seconds > mostSilentSeconds)
      .map((seconds) => `nothing is said for ${seconds.toFixed(1)} s`),
  ]
}

/** Text must be legible on a phone and appear after its cause, and only people's input is typed. */
function mistakesOfScene(scene: Scene): string[] {
  return [
    ...tooSmall(scene),
    ...badlyDrawn(scene),
    ...printedTooEarly(scene),
    ...typedByHand(scene),
    ...answeredTooEarly(scene),
  ].map((sentence) => `in "${scene.chapter}" ${sentence}`)
}

function tooSmall(scene: Scene): string[] {
  const { type, drawn } = layoutOf(scene)
  return [
    ...(type < leastType
      ? [`the text is ${type} px large, too small for a phone: shorten or break its lines`]
      : []),
    ...(drawn < leastDrawnType ? [`the words of the drawing are ${Math.round(drawn)} px large`] : []),
  ]
}

function badlyDrawn({ panels, steps }: Scene): string[] {
  const mistakes = panels.flatMap((panel) =>
    panel.kind !== 'picture'
      ? []
      : steps.flatMap((_, step) => mistakesOfPicture(panel.at(step), panel.width, panel.height)),
  )
  return [...new Set(mistakes)]
}

function printedTooEarly({ panels, steps }: Scene): string[] {
  const typed = panels.find((panel) => panel.kind === 'code')
  if (!typed || !isTyped({ steps })) return []
  return panels.flatMap((panel) =>
    panel.kind !== 'output'
      ? []
      : panel.lines.flatMap(([step, text, , by]) => {
          if (by === undefined) return [`it is not said which line prints "${text}"`]
          const { lines, shown } = typingOf(typed, steps, step)
          if (by < 1 || by > lines.length) return [`"${text}" is printed by a line that is not there`]
          return by > shown ? [`"${text}" is printed before line ${by} is typed`] : []
        }),
  )
}

function typedByHand({ panels }: Scene): string[] {
  return panels.flatMap((panel) =>
    panel.kind !== 'code' || panel.language !== 'shell'
      ? []
      : panel.source
          .split('\n')
          .filter((line) => line.startsWith('#'))
          .map((line) => `"${line}" looks like a comment, in which a machine's words would be typed by hand`),
  )
}

function answeredTooEarly({ panels }: Scene): string[] {
  const messages = panels.filter((panel) => panel.kind === 'code' && panel.language === 'http')
  return messages.flatMap((panel) =>
    panel.kind === 'code' &&
    messages.length > 1 &&
    panel.source.trim().startsWith('HTTP/') &&
    panel.from === undefined
      ? [`the answer "${panel.source.trim().split('\n')[0]}" stands there before its question was asked`]
      : [],
  )
}
