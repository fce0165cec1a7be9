// npm run build: builds the screens, once per language, so that a browser loads the messages of only one.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { languages } from '../src/domain/language.ts'
import { drawing, screens, screensFolder } from '../vite.config.ts'
import { shippedLicences } from './licences.ts'
import { whileAlone } from './prepare.mjs'

// whatever runs it, such as a test: React's code for development needs React's runtime for development
process.env.NODE_ENV = 'production'

await whileAlone(async () => {
  await rm(screensFolder, { recursive: true, force: true })
  // files without messages have the same name and bytes in each build
  const files = new Set<string>()
  for (const language of languages) {
    const built = await build({ configFile: false, ...screens(language) })
    for (const file of filesOf(built)) files.add(file)
    await build({ configFile: false, ...drawing(language) })
  }
  await writeFile(join(screensFolder, 'licences.json'), JSON.stringify(shippedLicences(files)))
})

/** The input files of a build: code and referenced files, such as fonts. */
function filesOf(built: Awaited<ReturnType<typeof build>>): string[] {
  const outputs = Array.isArray(built) ? built : [built]
  return outputs.flatMap((one) =>
    'output' in one
      ? one.output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : file.originalFileNames))
      : [],
  )
}
