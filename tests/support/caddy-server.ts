import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type ProxyProcess, proxyOf } from './proxy-process.ts'
import { freePort } from './server-process.ts'

export const caddyIsInstalled = () => spawnSync('caddy', ['version']).error === undefined

/** Caddy with deploy/Caddyfile in front of a site, in plain HTTP. Its log goes to `complaints`. */
export async function startProxyCaddy({ sitePort }: { readonly sitePort: number }): Promise<ProxyProcess> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'lectern-caddy-'))
  const file = join(folder, 'Caddyfile')
  const ofOperators = readFileSync(resolve(import.meta.dirname, '../../deploy/Caddyfile'), 'utf8')
  // the port for Caddy's own commands is the same for all of a machine
  writeFileSync(file, `{\n\tadmin off\n}\n${ofOperators}`)
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      SITE_DOMAIN: `http://:${port}`,
      SITE_ADDRESS: `127.0.0.1:${sitePort}`,
    },
  })
  return proxyOf(child, port, folder)
}
