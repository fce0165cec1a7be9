import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Film } from './film.ts'

/** Returns the texts of a film's code files. */
export function codeBelow(folder: string): string[] {
  const code = join(folder, 'code')
  if (!existsSync(code)) return []
  return readdirSync(code, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))
}

/**
 * Returns the film's lines of code that none of its files contains, a sentence each; a line may be part of a longer one.
 * Ignored: network messages, terminal output and omissions (…).
 */
export function missingCode(film: Film, files: readonly string[]): string[] {
  const lines = files.flatMap((text) => text.split('\n').map(withoutGaps))
  const shown = film.scenes.flatMap(({ panels }) =>
    panels.flatMap((panel) =>
      panel.kind !== 'code' || panel.language === 'http'
        ? []
        : panel.source.split('\n').map((line) => ({ line, shell: panel.language === 'shell' })),
    ),
  )
  return shown
    .filter(({ line, shell }) => !shell || line.startsWith('$ '))
    .map(({ line }) => withoutGaps(line.replace(/^\$ /, '')))
    .filter((line) => line !== '' && !line.includes('…'))
    .filter((line) => !lines.some((one) => one.includes(line)))
    .map((line) => `${film.id}: "${line}" stands in none of its files of code`)
}

function withoutGaps(line: string): string {
  return line.trim().replace(/\s+/g, ' ')
}
