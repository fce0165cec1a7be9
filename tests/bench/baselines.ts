import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#support/server-process.ts'

/** A server that something is measured against. */
export type Baseline = { readonly origin: string; readonly pid: number; stop(): Promise<void> }

/** A reply that the site gave, to be given by the baseline with the same headers and bytes. */
export type Reply = { readonly headers: Record<string, string>; readonly body: Buffer }

/** Raw `node:http` with these replies by path, and `film.mp4` of the folder by ranges. */
export async function startRawServer(folder: string, replies: ReadonlyMap<string, Reply>): Promise<Baseline> {
  const index = [...replies].map(([path, { headers, body }], number) => {
    const file = `reply-${number}`
    writeFileSync(join(folder, file), body)
    return [path, { headers, file }]
  })
  writeFileSync(join(folder, 'replies.json'), JSON.stringify(Object.fromEntries(index)))
  const program = join(import.meta.dirname, 'raw-server.ts')
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  return baseline(child, Number(line))
}

export const nginxIsInstalled = () => spawnSync('nginx', ['-v']).error === undefined

/** nginx with `sendfile` over the folder, in one process. */
export async function startNginx(folder: string): Promise<Baseline> {
  return runNginx(folder, await freePort(), `root ${folder};`)
}

/** nginx in front of a site that has MEDIA_ACCEL, as decisions/051-media-ranges.md says. */
export function startProxy(
  folder: string,
  port: number,
  { origin, mediaFolder }: { origin: string; mediaFolder: string },
): Promise<Baseline> {
  const places = `
    location / { proxy_pass ${origin}; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host; }
    location /guarded-media/ { internal; alias ${mediaFolder}/; }`
  return runNginx(folder, port, places)
}

async function runNginx(folder: string, port: number, places: string): Promise<Baseline> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const settings = `
    daemon off; master_process off; pid ${folder}/nginx-${port}.pid; error_log stderr crit;
    events { worker_connections 256; }
    http {
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
      ${temporary.map((kind) => `${kind}_temp_path ${folder}/nginx-${kind};`).join(' ')}
      types { video/mp4 mp4; }
      server { listen 127.0.0.1:${port}; ${places} }
    }`
  writeFileSync(join(folder, `nginx-${port}.conf`), settings)
  const child = spawn('nginx', ['-c', join(folder, `nginx-${port}.conf`)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (let attempt = 0; attempt < 100 && !(await answers(port)); attempt += 1) await wait(20)
  return baseline(child, port)
}

function baseline(child: ChildProcess, port: number): Baseline {
  return {
    origin: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  )
}
