import type { Film, Scene } from './film.ts'
import { escapeHtml, highlight } from './highlight.ts'
import { layoutOf, stage } from './layout.ts'
import { type Moment, panelHtml } from './panels.ts'
import { pattern } from './pattern.ts'

/** The frame around a film's content. */
export type Look = { hue: number; category: string }

/** Returns the title card. */
export function titleHtml(film: Film, look: Look): string {
  return card(
    film,
    look,
    'title',
    `<p class="label mono">${escapeHtml([look.category, ...film.versions].join('  ·  '))}</p><h1>${escapeHtml(film.title)}</h1>${motifHtml(film, '')}`,
  )
}

/** Returns the card with the film's question. */
export function hookHtml(film: Film, look: Look): string {
  const sentences = film.opening.say.split(/(?<=[.?!]) /).map((sentence) => `<p>${withCode(sentence)}</p>`)
  return card(film, look, 'hook', sentences.join(''))
}

/** The picture that stands for the film in lists and before it plays; its title and category stand beside it there. */
export function posterHtml(film: Film, look: Look): string {
  const lines = film.motif.split('\n')
  const longest = Math.max(...lines.map((line) => line.length))
  const size = Math.min(210, 1180 / (longest * 0.58), 500 / (lines.length * 1.15))
  return card(film, look, 'poster', motifHtml(film, `font-size:${Math.round(size)}px`))
}

/** Returns one moment of a scene; `number` counts the film's scenes from 0. */
export function sceneHtml(film: Film, look: Look, scene: Scene, number: number, moment: Moment): string {
  let codePanels = 0
  const panels = scene.panels.map((panel) =>
    panelHtml(panel, scene.steps, moment, panel.kind === 'code' ? codePanels++ : 0),
  )
  const { direction, tracks, type } = layoutOf(scene)
  const other = direction === 'rows' ? 'columns' : 'rows'
  const place = `grid-template-${direction}:${tracks};grid-template-${other}:minmax(0,1fr);height:${stage.height}px;gap:${stage.gap}px;font-size:${type}px`
  const ticks = film.scenes.map(
    (_, index) => `<i class="${index < number ? 'past' : index === number ? 'now' : ''}"></i>`,
  )
  return `<div class="layer" style="--hue:${look.hue}"><header class="top"><h1>${escapeHtml(scene.chapter)}</h1><div class="ticks">${ticks.join('')}</div></header><main class="panels" style="${place}">${panels.join('')}</main></div>`
}

/** The closing card while the point of that number is said: those after it are dim. */
export function recapHtml(film: Film, look: Look, said: number): string {
  const points = film.recap.points.map(
    (point, index) =>
      `<li class="${index > said ? 'ahead' : ''}"><i>${index + 1}</i><span>${withCode(point.say)}</span></li>`,
  )
  return card(
    film,
    look,
    'recap',
    `<p class="label">${escapeHtml(film.title)}</p><h1>Recap</h1><ol>${points.join('')}</ol>`,
  )
}

function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

function motifHtml(film: Film, style: string): string {
  const language = film.tags.includes('sql')
    ? 'sql'
    : film.tags.includes('css')
      ? 'css'
      : film.tags.includes('git')
        ? 'shell'
        : 'ts'
  const lines = film.motif.split('\n').map((line) => highlight(line, language))
  return `<div class="motif mono" style="${style}">${lines.join('\n')}</div>`
}

function card(film: Film, look: Look, kind: string, inside: string): string {
  return `<div class="layer card ${kind}" style="--hue:${look.hue}">${kind === 'recap' ? '' : pattern(film.id)}${inside}</div>`
}
