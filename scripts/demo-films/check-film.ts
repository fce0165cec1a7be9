import type { Film, Scene } from './film.ts'
import { isTyped, typingOf } from './panels.ts'
import { recapSeconds, titleSeconds } from './timeline.ts'

/** Returns a film's didactic mistakes, one sentence each. */
export function mistakesOf(film: Film): string[] {
  const cards = [
    ...(titleSeconds > mostTitleSeconds ? [`the title stands longer than ${mostTitleSeconds} s`] : []),
    ...(recapSeconds > mostRecapSeconds ? [`the recap stands longer than ${mostRecapSeconds} s`] : []),
  ]
  return [...cards, ...film.scenes.flatMap(mistakesOfScene)].map((sentence) => `${film.id}: ${sentence}`)
}

const mostTitleSeconds = 3
const mostRecapSeconds = 6

/** Nothing may be on the screen before its cause, and output is not typed. */
function mistakesOfScene(scene: Scene): string[] {
  return [...printedTooEarly(scene), ...typedByHand(scene), ...answeredTooEarly(scene)].map(
    (sentence) => `in "${scene.chapter}" ${sentence}`,
  )
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
