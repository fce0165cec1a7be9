import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import type { Call } from './src/contract/call.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

export default defineConfig({
  root: 'src/web',
  plugins: [react(), tailwind(), callsWithoutSchemas(), routerWithoutNames(), compressedAssets()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    manifest: true,
    rolldownOptions: {
      output: {
        // what every page needs in one file: many small ones compress badly and cost a request each
        codeSplitting: { groups: [{ name: 'shell', test: belongsToShell }] },
      },
    },
    // an inlined font is a data: address, which the Content-Security-Policy refuses
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
  },
  server: {
    proxy: { '^/(api|auth|media|posters|problems)/|^/demo/.': { target: server } },
  },
})

function belongsToShell(id: string): boolean {
  return [
    /\/node_modules\/(react|react-dom|scheduler|react-router|zustand)\//,
    /\/src\/web\/(App|main|api|routes|site|store)\.tsx?$/,
    /\/src\/web\/layout\/(?!account-menu|account-page|password-prompt)/,
    /\/src\/web\/ui\/(button|empty-state|icon|link|notifications|notifications-store|spinner)\.tsx?$/,
    /\/src\/contract\/(pages|call|session-calls|site-calls)\.ts$/,
    /\/src\/messages\/generated\/(runtime|registry)\.js$/,
  ].some((part) => part.test(id))
}

/** The browser needs method and path of each call, not the schemas: 17 KB less to load before the first page shows. */
function callsWithoutSchemas(): Plugin {
  return {
    name: 'calls-without-schemas',
    async load(id) {
      if (!/\/src\/contract\/(\w+-)*calls\.ts$/.test(id)) return undefined
      const tables: Record<string, Record<string, Call>> = await import(pathToFileURL(id).href)
      return Object.entries(tables)
        .map(([name, table]) => `export const ${name} = ${JSON.stringify(addressesOf(table))}`)
        .join('\n')
    },
  }
}

function addressesOf(table: Record<string, Call>) {
  return Object.fromEntries(Object.entries(table).map(([name, { method, path }]) => [name, { method, path }]))
}

/** React Router names its components for developer tools, and so keeps those that nobody uses: 4 KB of the first view. */
function routerWithoutNames(): Plugin {
  return {
    name: 'router-without-names',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('/node_modules/react-router/')) return
      return code
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/= React\$1\.forwardRef\(/g, '= /* @__PURE__ */ React$1.forwardRef(')
    },
  }
}

/** Writes `.br` and `.gz` beside each asset once, so that the server never compresses. */
function compressedAssets(): Plugin {
  return {
    name: 'compressed-assets',
    apply: 'build',
    async closeBundle() {
      const folder = join(import.meta.dirname, 'dist/web/assets')
      for (const name of await readdir(folder)) {
        if (!/\.(js|css|svg|json)$/.test(name)) continue
        const bytes = await readFile(join(folder, name))
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
        await writeFile(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }))
        await writeFile(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}
