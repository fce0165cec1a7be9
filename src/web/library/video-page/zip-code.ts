import { strToU8, zipSync } from 'fflate'
import type { CodeFile } from '#domain/catalogue/code-files.ts'

/**
 * Makes an archive of unmodified files. Synchronous: a worker would need another CSP rule, and there are at most 500
 * kB.
 */
export function zipped(files: readonly CodeFile[]): Blob {
  const archive = zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)])))
  return new Blob([archive], { type: 'application/zip' })
}
