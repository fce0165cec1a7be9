// npm run build: the screens, once for each language, so that a browser loads the sentences of one.
import { rm } from 'node:fs/promises'
import { build } from 'vite'
import { languages } from '../src/domain/language.ts'
import { screens, screensFolder } from '../vite.config.ts'
import { whileAlone } from './prepare.mjs'

await whileAlone(async () => {
  await rm(screensFolder, { recursive: true, force: true })
  // what holds no sentence has the same name and bytes in each
  for (const language of languages) await build({ configFile: false, ...screens(language) })
})
