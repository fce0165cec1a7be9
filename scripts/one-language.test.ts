import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { expect, test } from 'vitest'
import { oneLanguage } from './one-language.ts'

const generated = join(import.meta.dirname, '../src/messages/generated')
const names = readdirSync(join(generated, 'messages')).filter((name) => /(?<!_index)\.js$/.test(name))

/** Returns the rest of a compiled message in a build for one language. */
async function leftOf(language: 'en' | 'de', name: string): Promise<string> {
  const [plugin] = oneLanguage(language) as [Plugin & { load: (id: string) => Promise<string> }]
  return plugin.load.call({ error: fail } as never, join(generated, 'messages', name))
}

function fail(message: string): never {
  throw new Error(message)
}

test('every message is left with its sentence of one language', async () => {
  for (const name of names)
    for (const language of ['en', 'de'] as const) {
      const left = await leftOf(language, name)
      expect(left).not.toContain('getLocale')
      expect(left).toMatch(new RegExp(`^(export )?const \\w+ = ${language}_\\w+$`, 'm'))
    }
})

test('what is left says what the language says', async () => {
  const said = async (language: 'en' | 'de') => {
    const source = Buffer.from(await leftOf(language, 'footer.js')).toString('base64')
    const { footer } = await import(`data:text/javascript;base64,${source}`)
    return footer()
  }
  expect([await said('en'), await said('de')]).toEqual(['Footer', 'Fußzeile'])
})
