import type { Plugin } from 'vite'
import { chooseSize } from '../src/domain/films/choose-size.ts'

/**
 * The document of a free film begins to load it before any module has come. Its script chooses the size by the page's own
 * function, which is written into the template.
 */
export function choosingScript(): Plugin {
  return { name: 'choosing-script', transformIndexHtml: { order: 'pre', handler: withFunction } }
}

const place = 'choose=chooseSize'

/** Returns the template with the function in its script. */
function withFunction(template: string): string {
  if (!template.includes(place)) throw new Error(`src/web/index.html has no place for the function: ${place}`)
  // its line ends are ends of statements
  return template.replace(place, () => `choose=${String(chooseSize).replace(/[^\S\n]+/g, ' ')}`)
}
