import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type ProxyProcess, proxyOf } from './proxy-process.ts'
import { freePort } from './server-process.ts'

/** What deploy/nginx.conf is about on this machine. */
export type ProxiedSite = {
  /** The site's own port. */
  readonly sitePort: number
  /** Of a second process of the site; none by default. */
  readonly secondPort?: number
  /** The folder of its films (MEDIA_URL). */
  readonly mediaFolder: string
  /** Key and certificate as PEM files; without them nginx speaks plain HTTP. */
  readonly keys?: { readonly key: string; readonly certificate: string }
  /** File for the log of requests; without it none is written. */
  readonly accessLog?: string
}

export const nginxIsInstalled = () => spawnSync('nginx', ['-v']).error === undefined

/** nginx with deploy/nginx.conf in front of a site. Rejects where it does not start. */
export async function startProxyNginx(site: ProxiedSite): Promise<ProxyProcess> {
  const port = await freePort()
  return startNginx(port, (folder) => proxyConfiguration(site, port, folder))
}

/** What an operator installs, but for ports, folders and keys; `folder` is for the socket of the server that only redirects. */
function proxyConfiguration(
  { sitePort, secondPort, mediaFolder, keys, accessLog }: ProxiedSite,
  port: number,
  folder: string,
) {
  const text = readFileSync(resolve(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
  const replaced: readonly [RegExp, string][] = [
    [/listen 80;/, `listen unix:${folder}/redirect;`],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${port}${keys ? ' ssl http2' : ''};`],
    [/ssl_certificate .*;/, keys ? `ssl_certificate ${keys.certificate};` : ''],
    [/ssl_certificate_key .*;/, keys ? `ssl_certificate_key ${keys.key};` : ''],
    [/127\.0\.0\.1:3000/, `127.0.0.1:${sitePort}`],
    secondPort ? [/127\.0\.0\.1:3001/, `127.0.0.1:${secondPort}`] : [/server 127\.0\.0\.1:3001.*;/, ''],
    [/alias .*;/, `alias ${mediaFolder}/;`],
    [/access_log .* lectern;/g, accessLog ? `access_log ${accessLog} lectern;` : 'access_log off;'],
    [/error_log .*;/g, `error_log ${folder}/error.log crit;`],
  ]
  return replaced.reduce((made, [place, own]) => {
    if (!place.test(made)) throw new Error(`deploy/nginx.conf has no ${place.source}`)
    return made.replace(place, own)
  }, text)
}

/** nginx over a folder of files, in plain HTTP: the baseline. */
export async function startFileNginx(filesFolder: string): Promise<ProxyProcess> {
  const port = await freePort()
  return startNginx(
    port,
    () => `sendfile on; tcp_nopush on; server { listen 127.0.0.1:${port}; root ${filesFolder}; }`,
  )
}

async function startNginx(port: number, configuration: (folder: string) => string): Promise<ProxyProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-nginx-'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr error;
    events { worker_connections 256; }
    http {
      access_log off; keepalive_requests 1000000;
      ${temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
      types { video/mp4 mp4; }
      ${configuration(folder)}
    }`,
  )
  return proxyOf(spawn('nginx', ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] }), port, folder)
}
