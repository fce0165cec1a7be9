// npm run messages: compiles src/messages/<language>/*.json into functions for screens, server and mails.
import fs from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compile } from '@inlang/paraglide-js'
import { whileAlone } from './prepare.mjs'

const root = resolve(import.meta.dirname, '..')
const messages = join(root, 'src/messages')

export type Catalogue = 'screens' | 'mails'
/** The output of the last compilation. */
export type Compiled = Awaited<ReturnType<typeof compile>>

const catalogues = {
  screens: { project: 'project.inlang', folder: 'generated' },
  mails: { project: 'mails.inlang', folder: 'generated-mails' },
}

/** Returns the catalogue of a file in `src/messages/<language>`; each catalogue is listed in its `settings.json`. */
export function catalogueOf(path: string): Catalogue {
  return /\/mails[\w-]*\.json$/.test(path) ? 'mails' : 'screens'
}

/**
 * Compiles a catalogue. Given the last result it writes only changed functions, so that only those are reloaded. For
 * invalid JSON it writes nothing and throws an error with the file's name.
 */
export async function compileMessages(catalogue: Catalogue, before?: Compiled): Promise<Compiled> {
  await refuseBrokenFiles(catalogue)
  const { project, folder } = catalogues[catalogue]
  const writing = writingInTurns()
  const compiled = await compile({
    fs: writing.fs,
    project: join(root, project),
    outdir: join(messages, folder),
    strategy: ['globalVariable', 'baseLocale'],
    emitReadme: false,
    emitPrettierIgnore: false,
    cleanOutdir: before === undefined,
    ...(before && { previousCompilation: before }),
  })
  if (writing.failures.length > 0) throw writing.failures[0]
  return compiled
}

/**
 * The file system for Paraglide, which writes thousands of files at once, more than a process may open in some
 * containers, and ignores those that fail.
 */
function writingInTurns() {
  const failures: unknown[] = []
  const lanes = Array.from({ length: 32 }, () => Promise.resolve())
  const inTurn = (path: string, text: string) => {
    const turn = (lanes.shift() ?? Promise.resolve())
      .then(() => writeFile(path, text))
      .catch((error: unknown) => {
        failures.push(error)
      })
    lanes.push(turn)
    return turn
  }
  return { failures, fs: { ...fs, promises: { ...fs.promises, writeFile: inTurn } } }
}

/** Paraglide's error does not name the invalid file, and of two messages with one key it keeps the later. */
async function refuseBrokenFiles(catalogue: Catalogue): Promise<void> {
  const placeOf = new Map<string, string>()
  for (const { name, parentPath } of await readdir(messages, { withFileTypes: true, recursive: true })) {
    const path = join(parentPath, name)
    if (!name.endsWith('.json') || catalogueOf(path) !== catalogue) continue
    const shown = path.slice(root.length + 1)
    for (const key of Object.keys(await messagesIn(path, shown))) {
      const id = `${parentPath} ${key}`
      const other = placeOf.get(id)
      if (other !== undefined && key !== '$schema') throw new Error(`${shown}: "${key}" is in ${other}, too`)
      placeOf.set(id, shown)
    }
  }
}

async function messagesIn(path: string, shown: string): Promise<object> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new Error(`${shown}: ${error instanceof Error ? error.message : error}`)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await whileAlone(async () => {
      await compileMessages('screens')
      await compileMessages('mails')
    })
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
