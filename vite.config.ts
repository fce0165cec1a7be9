import { statSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { choosingScript } from './scripts/choosing-script.ts'
import { chunks } from './scripts/chunks.ts'
import { oneLanguage } from './scripts/one-language.ts'
import { pageFiles } from './scripts/page-files.ts'
import type { Call } from './src/contract/call.ts'
import type { Language } from './src/domain/language.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

export const screensFolder = join(import.meta.dirname, 'dist/web')

/** Builds the screens in a language; without one, serves them for development. */
export function screens(language?: Language): UserConfig {
  return {
    root: join(import.meta.dirname, 'src/web'),
    plugins: [
      react(),
      tailwind(),
      ...oneLanguage(language),
      callsWithoutSchemas(),
      chunks(),
      pageFiles(language),
      standingText(),
      choosingScript(),
      compressedAssets(),
    ],
    build: {
      outDir: screensFolder,
      // the builds of all languages lie beside each other
      emptyOutDir: false,
      modulePreload: {
        // browsers without modulepreload load the same a little later
        polyfill: false,
        // the first file of every visit names what each page loads; the runtime, which documents ask for, is there by then
        resolveDependencies: (_, files, { hostType }) =>
          hostType === 'html' ? files : files.filter((file) => !file.includes('rolldown-runtime')),
      },
      manifest: `.vite/manifest.${language ?? 'en'}.json`,
      // an inlined font is a data: address, which the Content-Security-Policy refuses
      assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    },
    server: {
      proxy: { '^/(api|auth|media|posters|problems)/|^/demo/.': { target: server } },
    },
  }
}

/** How what draws the pages of documents is built in a language: one module that the server loads, with all that it uses in it. */
export function drawing(language: Language): UserConfig {
  return {
    root: join(import.meta.dirname, 'src/web'),
    plugins: [react(), ...oneLanguage(language), callsWithoutSchemas()],
    ssr: { noExternal: true },
    // React's own for production
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: 'draw-page.tsx',
      outDir: join(screensFolder, 'draw'),
      emptyOutDir: false,
      copyPublicDir: false,
      minify: true,
      rolldownOptions: { output: { entryFileNames: `draw.${language}.js`, codeSplitting: false } },
    },
  }
}

export default defineConfig(screens())

/** The browser needs method and path of each call, not the schemas: 17 KB less to load before the first page shows. */
function callsWithoutSchemas(): Plugin {
  let found = false
  return {
    name: 'calls-without-schemas',
    async load(id) {
      if (!/\/src\/contract\/.*calls\.ts$/.test(id)) return undefined
      found = true
      // a file that changes while `npm run dev` runs is another module each time
      const address = `${pathToFileURL(id).href}?${statSync(id).mtimeMs}`
      const tables: Record<string, Record<string, Call>> = await import(address)
      return Object.entries(tables)
        .map(([name, table]) => `export const ${name} = ${JSON.stringify(addressesOf(table))}`)
        .join('\n')
    },
    generateBundle() {
      if (!found) this.error('No calls are found in src/contract: their schemas would go into the screens.')
    },
  }
}

function addressesOf(table: Record<string, Call>) {
  return Object.fromEntries(Object.entries(table).map(([name, { method, path }]) => [name, { method, path }]))
}

/**
 * A font that has not loaded at the first paint waits for the next page, because a change of font moves the content.
 * The font of the first view is preloaded.
 */
function standingText(): Plugin {
  let faces = 0
  return {
    name: 'standing-text',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
          file.source = file.source.toString().replace(/font-display:\s*swap/g, () => {
            faces++
            return 'font-display:optional'
          })
        }
        if (faces === 0) this.error('No face is found in the styles: text would move when one arrives.')
      },
    },
  }
}

/** Writes `.br` and `.gz` beside each asset once, so that the server never compresses. */
function compressedAssets(): Plugin {
  return {
    name: 'compressed-assets',
    apply: 'build',
    async writeBundle() {
      const folder = join(screensFolder, 'assets')
      const present = new Set(await readdir(folder))
      for (const name of present) {
        if (!/\.(js|css|svg|json)$/.test(name) || present.has(`${name}.br`)) continue
        const bytes = await readFile(join(folder, name))
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
        await writeFile(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }))
        await writeFile(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}
