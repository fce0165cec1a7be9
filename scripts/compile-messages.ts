// npm run messages: compiles src/messages/<language>/*.json into the functions that screens, server and mails call.
import { readdir, readFile } from 'node:fs/promises'
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

/** The catalogue that a file of `src/messages/<language>` belongs to; its `settings.json` names each. */
export function catalogueOf(path: string): Catalogue {
  return /\/mails[\w-]*\.json$/.test(path) ? 'mails' : 'screens'
}

/**
 * Compiles a catalogue. Given its last result it writes only the functions that differ, so that only what has changed
 * is reloaded. If a file is not valid JSON, it writes nothing and throws an error with the file's name.
 */
export async function compileMessages(catalogue: Catalogue, before?: Compiled): Promise<Compiled> {
  await refuseBrokenFiles(catalogue)
  const { project, folder } = catalogues[catalogue]
  return compile({
    project: join(root, project),
    outdir: join(messages, folder),
    strategy: ['globalVariable', 'baseLocale'],
    emitReadme: false,
    emitPrettierIgnore: false,
    cleanOutdir: before === undefined,
    ...(before && { previousCompilation: before }),
  })
}

/** Paraglide does not say which file is broken. */
async function refuseBrokenFiles(catalogue: Catalogue): Promise<void> {
  for (const { name, parentPath } of await readdir(messages, { withFileTypes: true, recursive: true })) {
    const path = join(parentPath, name)
    if (!name.endsWith('.json') || catalogueOf(path) !== catalogue) continue
    try {
      JSON.parse(await readFile(path, 'utf8'))
    } catch (error) {
      throw new Error(`${path.slice(root.length + 1)}: ${error instanceof Error ? error.message : error}`)
    }
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
