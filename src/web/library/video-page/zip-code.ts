import { strToU8, zipSync } from 'fflate'
import type { CodeFile } from '#domain/catalogue/code-files.ts'

/** An archive of files as they were written. Made at once: a worker would need a policy of its own, and there are 500 kB at most. */
export function zipped(files: readonly CodeFile[]): Blob {
  const archive = zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)])))
  return new Blob([archive], { type: 'application/zip' })
}
