import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, matchesGlob, resolve } from 'node:path'
import { buffer as readBuffer } from 'node:stream/consumers'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { calls } from '#contract/calls.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { settings } from '#server/platform/config/settings.ts'
import { startProxyCaddy } from '#support/caddy-server.ts'
import { startProxyNginx } from '#support/nginx-server.ts'
import { freePort } from '#support/server-process.ts'
import type { TestClient } from '#support/test-client.ts'
import { createWatchingSite, films } from '#support/watching-site.ts'

// The example files for operators, checked by their programs if installed.

const deploy = resolve(import.meta.dirname, '../deploy')
const text = (name: string) => readFileSync(join(deploy, name), 'utf8')
const isThere = (program: string) => spawnSync(program, ['--version']).error === undefined

/** A test that needs these programs; skipped with a line if one is missing. */
function testWith(...programs: string[]): (name: string, work: () => void | Promise<void>) => void {
  const missing = programs.filter((program) => !isThere(program))
  if (missing.length === 0) return test
  return (name) => void process.stdout.write(`Not tried, for lack of ${missing.join(' and ')}: ${name}\n`)
}

/** Runs a program to its end; returns its error output on failure. */
function complaintOf(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return status === 0 ? '' : `${stdout}${stderr}`
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'lectern-deploy-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

testWith('systemd-analyze')('systemd reads the unit', () => {
  const unit = join(folder(), 'lectern.service')
  // the program is not where an installation would have it
  const here = text('lectern.service').replace('/usr/bin/npm', process.execPath)
  writeFileSync(unit, here)
  expect(complaintOf('systemd-analyze', 'verify', '--man=no', unit)).not.toMatch(/lectern\.service:\d+:/)
})

testWith('systemd-analyze')('systemd reads the units of the nightly backup', () => {
  const place = folder()
  for (const name of ['lectern-backup.service', 'lectern-backup.timer'])
    writeFileSync(join(place, name), text(name).replace('/usr/bin/npm', process.execPath))
  const timer = join(place, 'lectern-backup.timer')
  expect(complaintOf('systemd-analyze', 'verify', '--man=no', timer)).not.toMatch(/lectern-backup\.\w+:\d+:/)
})

testWith('systemd-analyze')('the unit confines the site as far as V8 allows', () => {
  const { stdout } = spawnSync(
    'systemd-analyze',
    ['security', '--offline=true', '--no-pager', join(deploy, 'lectern.service')],
    { encoding: 'utf8' },
  )
  const [, exposure] = /Overall exposure level for lectern\.service: ([\d.]+)/.exec(stdout) ?? []
  // systemd before 250 rates no files
  if (exposure !== undefined) expect(Number(exposure)).toBeLessThan(3)
})

testWith('caddy')('Caddy reads its file', () => {
  const file = join(deploy, 'Caddyfile')
  expect(complaintOf('caddy', 'validate', '--adapter', 'caddyfile', '--config', file)).toBe('')
})

testWith('caddy')('Caddy says when the site is back while it is away', async () => {
  const caddy = await startProxyCaddy({ sitePort: await freePort() })
  onTestFinished(() => caddy.stop())
  const reply = await fetch(`http://127.0.0.1:${caddy.port}/media/secret/film.mp4?x`)
  expect([reply.status, reply.headers.get('retry-after'), reply.headers.get('cache-control')]).toEqual([
    503,
    '5',
    'no-store',
  ])
  expect(await reply.text()).toContain('back in a few seconds')
  await expect.poll(() => caddy.complaints()).toContain('"uri":"/media//film.mp4"')
})

describe('nginx in front of the site', () => {
  const baseUrl = 'https://videos.example.org'
  let started: ReturnType<typeof start> | undefined
  const proxied = () => {
    started ??= start()
    return started
  }
  afterAll(async () => (await started)?.stop())
  /** A site behind our file, a viewer of its paid film, and what nginx answers about that. */
  async function start() {
    const settings = { MEDIA_ACCEL: 'nginx', TRUST_PROXY: '127.0.0.1', BASE_URL: baseUrl }
    const site = await createWatchingSite(settings)
    const place = mkdtempSync(join(tmpdir(), 'lectern-keys-'))
    await site.app.listen({ port: 0, host: '127.0.0.1' })
    const sitePort = (site.app.server.address() as AddressInfo).port
    const nginx = await startProxyNginx({
      sitePort,
      mediaFolder: site.services.config.mediaFolder,
      keys: keysIn(place),
      accessLog: join(place, 'access.log'),
    })
    const { client } = await site.viewer()
    const { body } = await client.call(calls.video, { params: { id: 'paid' } })
    const ask = async (
      path: string,
      { by = client, host = new URL(baseUrl).host, ...headers }: Asking = {},
    ) => {
      const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const asked = get({
        port: nginx.port,
        path,
        rejectUnauthorized: false,
        headers: { host, cookie, ...headers },
      })
      const [reply] = (await once(asked, 'response')) as [IncomingMessage]
      return { status: reply.statusCode, headers: reply.headers, bytes: await readBuffer(reply) }
    }
    const stop = async () => {
      await nginx.stop()
      rmSync(place, { recursive: true, force: true })
      await site.close()
    }
    const logged = () => readFileSync(join(place, 'access.log'), 'utf8').trimEnd().split('\n')
    return { site, film: body.source.url, ask, logged, stop }
  }
  type Asking = { by?: TestClient; host?: string; range?: string }

  testWith('nginx', 'openssl')('sends the range of a film to who may watch it', async () => {
    const { film, ask } = await proxied()
    // looked up, remembered
    for (let turn = 0; turn < 2; turn += 1) {
      const { status, headers, bytes } = await ask(film, { range: 'bytes=1000-600000' })
      expect([status, bytes.equals(films.paid.subarray(1000, 600_001))]).toEqual([206, true])
      expect(headers).toMatchObject({
        'content-type': 'video/mp4',
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
    }
  })

  testWith('nginx', 'openssl')('sends none to anybody else', async () => {
    const { site, film, ask } = await proxied()
    await ask(film)
    const other = await site.viewer()
    for (const by of [other.client, site.client()]) {
      const { status, bytes } = await ask(film, { by })
      expect([status, JSON.parse(bytes.toString())]).toEqual([
        403,
        expect.objectContaining({ code: 'media-refused' }),
      ])
    }
    const key = site.services.library.stored('paid')?.filmKey
    expect((await ask(`/guarded-media/${key}`)).status).toBe(404)
  })

  testWith('nginx', 'openssl')('leaves it to the site to refuse another host', async () => {
    const { film, ask } = await proxied()
    await ask(film)
    expect((await ask(film, { host: 'evil.example' })).status).toBe(421)
    expect((await ask('/api/videos', { host: 'evil.example' })).status).toBe(421)
  })

  testWith('nginx', 'openssl')('keeps no secret of an address in its log', async () => {
    const { film, ask, logged } = await proxied()
    const grant = film.split('/')[2] ?? ''
    const before = logged().length
    for (const { asked } of withSecrets(film)) await ask(asked)
    await expect.poll(() => logged().length).toBe(before + withSecrets(film).length)
    const lines = logged().slice(before)
    const line =
      /^127\.0\.0\.1 - \[[^\]]+\] "GET (?<path>[^ "]+) HTTP\/[\d.]+" (?<status>\d{3}) \d+ [\d.]+ "[^"]*"$/
    const read = lines.map((text) => line.exec(text)?.groups)
    expect(read.map((groups) => groups?.path)).toEqual(
      // the log names a film sent by nginx as the site does: by its stored key
      withSecrets(film).map(({ kept }) =>
        kept === '/media/***' ? expect.stringMatching(/^\/guarded-media\//) : kept,
      ),
    )
    expect(read[0]?.status).toBe('200')
    expect(lines.filter((text) => text.includes('secret') || text.includes(grant))).toEqual([])
  })

  testWith('nginx', 'openssl')('asks over connections that stay', async () => {
    const { site, film, ask } = await proxied()
    let connections = 0
    site.app.server.on('connection', () => {
      connections += 1
    })
    for (let turn = 0; turn < 10; turn += 1) await ask(film, { range: 'bytes=0-9' })
    expect(connections).toBeLessThanOrEqual(1)
  })
})

/** Addresses as they are asked for, and what nginx keeps of them. */
function withSecrets(film: string): { readonly asked: string; readonly kept: string }[] {
  return [
    { asked: `${film}?secret`, kept: '/media/***' },
    { asked: '/media/secret/film.mp4', kept: '/media/***/film.mp4' },
    { asked: '//MEDIA//secret', kept: '/MEDIA/***' },
    { asked: '/medi%61/secret/x', kept: '/media/***/x' },
    { asked: '/join/secret', kept: '/join/***' },
    { asked: '/redeem/secret?lang=de', kept: '/redeem/***' },
    { asked: '/api/invite/secret', kept: '/api/invite/***' },
    { asked: '/preview/secret', kept: '/preview/***' },
    { asked: '/api/preview/secret', kept: '/api/preview/***' },
    { asked: '/shop/order/1?key=secret', kept: '/shop/order/1' },
    { asked: '/confirm-contact?contact=a%40b.de&code=secret', kept: '/confirm-contact' },
    { asked: '/content/video/paid', kept: '/content/video/paid' },
  ]
}

test('Caddy keeps of an address what nginx keeps', () => {
  const [, pattern = '', kept = ''] = /request>uri regexp "(.*)" "(.*)"$/m.exec(text('Caddyfile')) ?? []
  const replacement = kept.replaceAll(/\$\{(\d)\}/g, '$$$1')
  const logged = (address: string) => address.replace(new RegExp(pattern), replacement)
  expect(
    [
      '/media/secret/film.mp4',
      '//MEDIA//secret',
      '/join/secret?x',
      '/redeem/secret',
      '/api/invite/secret#x',
      '/preview/secret',
      '/api/preview/secret',
    ].map(logged),
  ).toEqual([
    '/media//film.mp4',
    '//MEDIA//',
    '/join/',
    '/redeem/',
    '/api/invite/',
    '/preview/',
    '/api/preview/',
  ])
  expect(['/shop/order/1?key=secret', '/content/video/x?t=9', '/?code=secret'].map(logged)).toEqual([
    '/shop/order/1',
    '/content/video/x',
    '/',
  ])
})

/** Key and certificate, which this machine lacks, in a folder. */
function keysIn(place: string) {
  const [key, certificate] = [join(place, 'key.pem'), join(place, 'certificate.pem')]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=x', '-keyout', key, '-out', certificate],
    { stdio: 'ignore' },
  )
  return { key, certificate }
}

testWith('nginx')('nginx reads the upstream of two processes that operate.md shows', () => {
  const page = readFileSync(resolve(deploy, '../docs/operate.md'), 'utf8')
  const [, upstream = ''] = /```nginx\n(.*?)```/s.exec(page) ?? []
  expect(upstream.match(/server .*max_fails=1 fail_timeout=2s;/g)).toHaveLength(2)
  const place = folder()
  const file = join(place, 'nginx.conf')
  const server = 'server { listen 127.0.0.1:1; location / { proxy_pass http://lectern; } }'
  writeFileSync(file, `pid ${place}/pid; events {} http { access_log off; ${upstream} ${server} }`)
  expect(complaintOf('nginx', '-t', '-q', '-e', 'stderr', '-c', file)).toBe('')
})

test('nginx hands films out where the program says, and only there', () => {
  const [, location] = /location (\/guarded-media\/) \{\s+internal;/.exec(text('nginx.conf')) ?? []
  const source = readFileSync(
    resolve(deploy, '../src/server/library/watching/films/send-media-file.ts'),
    'utf8',
  )
  expect(source).toContain(`\`${location}$`)
})

testWith('systemd-analyze')('systemd reads the unit as a template of web and workers', () => {
  const unit = join(folder(), 'lectern@worker.service')
  writeFileSync(unit, text('lectern.service').replace('/usr/bin/npm', process.execPath))
  expect(complaintOf('systemd-analyze', 'verify', '--man=no', unit)).not.toMatch(
    /lectern@worker\.service:\d+:/,
  )
})

test('the settings that the installation names are good ones, and fit the unit and nginx', () => {
  const page = readFileSync(resolve(deploy, '../docs/operate.md'), 'utf8')
  const [, file = ''] = /```ini\n(.*?)```/s.exec(page) ?? []
  const given = Object.fromEntries(
    file
      .trim()
      .split('\n')
      .map((line) => [
        line.slice(0, line.indexOf('=')),
        line.slice(line.indexOf('=') + 1).replace(/^"(.*)"$/, '$1'),
      ]),
  )
  expect(readConfig({ ...given, APP_SECRET: 'tR7#kq0ZpW2vLx9mNc4BhYd6UeSa1JfG' })).not.toHaveProperty(
    'problems',
  )
  for (const name of Object.keys(given)) expect(Object.keys(settings)).toContain(name)
  expect(/^EnvironmentFile=(.*)$/m.exec(text('lectern.service'))?.[1]).toBe('/etc/lectern.env')
  expect(/alias (.*)\/;/.exec(text('nginx.conf'))?.[1]).toBe(given.MEDIA_URL)
  const writable = /^ReadWritePaths=(.*)$/m.exec(text('lectern.service'))?.[1] ?? 'nowhere'
  for (const place of [given.DATA_DIR, given.MEDIA_URL]) expect(place).toMatch(new RegExp(`^${writable}/`))
})

describe('the containers', () => {
  const compose = () => parse(text('compose.yaml'))

  test('are given settings that there are', () => {
    const names = Object.keys(compose().services.site.environment)
    for (const [, name] of text('Caddyfile').matchAll(/\{\$(\w+):/g))
      expect(Object.keys(compose().services.proxy.environment)).toContain(name)
    const built = [...text('Dockerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) =>
      line.split(' ').map((pair) => pair.split('=')[0] ?? ''),
    )
    for (const name of [...names, ...built]) expect(Object.keys(settings)).toContain(name)
  })

  test('have client and server of one major version of PostgreSQL, so that backups can be made', () => {
    const [, client] = /postgresql-client-(\d+)/.exec(text('Dockerfile')) ?? []
    const [, server] = /^postgres:(\d+)/.exec(compose().services.database.image) ?? []
    expect([client, server]).toEqual(['17', '17'])
    // the release of Debian that packages it
    expect(text('Dockerfile').match(/^FROM .*$/gm)).toEqual([
      'FROM node:24-trixie-slim AS build',
      'FROM node:24-trixie-slim',
    ])
  })

  test('start in order, report their health, and keep what the site writes, reads and imports', () => {
    const { services, volumes } = compose()
    expect(services.site.depends_on.database.condition).toBe('service_healthy')
    expect(services.proxy.depends_on.site.condition).toBe('service_healthy')
    expect([services.site.environment.ROLE, services.worker]).toEqual([
      'web',
      { extends: { service: 'site' }, environment: { ROLE: 'worker' } },
    ])
    expect(services.database.healthcheck.test).toContain('pg_isready')
    expect(text('Dockerfile')).toMatch(/^HEALTHCHECK /m)
    const places: string[] = services.site.volumes.map((line: string) => line.split(':')[1])
    for (const name of ['data', 'media', 'site', 'library']) expect(places).toContain(`/srv/lectern/${name}`)
    const named = [...services.proxy.volumes, ...services.site.volumes, ...services.database.volumes]
      .map((line: string) => line.split(':')[0] ?? '')
      .filter((name: string) => !name.startsWith('.'))
    expect(Object.keys(volumes).toSorted()).toEqual(named.toSorted())
  })
})

describe('a container of the site', () => {
  const { services } = parse(text('compose.yaml'))
  const [, last = ''] = text('Dockerfile').split(/^FROM (?!.* AS )/m)

  test('runs without root, on a root that cannot be written, without capabilities, behind the proxy alone', () => {
    expect(last).toMatch(/^USER lectern$/m)
    expect(services.site).toMatchObject({ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] })
    expect(services.site.security_opt).toEqual(['no-new-privileges:true'])
    expect([services.site.ports, services.database.ports]).toEqual([undefined, undefined])
    // what it writes has a volume
    const written = [...last.matchAll(/(?:DATA_DIR|MEDIA_URL)=(\S+)/g)].map(([, place]) => place)
    const volumes = services.site.volumes.filter((line: string) => !line.endsWith(':ro'))
    expect(volumes.map((line: string) => line.split(':')[1])).toEqual(written)
  })

  test('has ffmpeg and the program, which it cannot change', () => {
    expect(last).toMatch(/apt-get install .*\bffmpeg\b/)
    expect(last).toMatch(/^COPY --from=build \/srv\/lectern\/app \.$/m)
    expect(last).not.toMatch(/COPY .*--chown/)
    // no package manager's leavings, no unpinned version of the system
    expect(last).toMatch(/rm -rf \/var\/lib\/apt\/lists/)
    expect(text('Dockerfile')).not.toMatch(/:latest|^ADD |sudo|curl .*\| *sh/m)
  })
})

describe('secrets and backups in the folder of the program', () => {
  const secrets = [
    'lectern.env',
    'deploy/lectern.env',
    '.env',
    'deploy/.env.local',
    'lectern-backup-2027-01-10T120000.tar',
    'deploy/lectern-backup-2027-01-10T120000.tar',
    'lectern-backup-2027-01-10T120000.tar.unfinished',
    'data/app-secret',
    'purged.txt',
  ]

  testWith('git')('are no part of the repository', () => {
    const root = folder()
    execFileSync('git', ['init', '--quiet', root])
    copyFileSync(resolve(deploy, '../.gitignore'), join(root, '.gitignore'))
    const { stdout } = spawnSync('git', ['check-ignore', ...secrets], { cwd: root, encoding: 'utf8' })
    expect(stdout.trim().split('\n')).toEqual(secrets)
  })

  test('are no part of the image', () => {
    const patterns = readFileSync(resolve(deploy, '../.dockerignore'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    // a line excludes a folder with its content; names are relative to the root
    // (docs.docker.com/build/concepts/context)
    const isLeftOut = (path: string) =>
      path
        .split('/')
        .some((_, end, parts) =>
          patterns.some((pattern) => matchesGlob(parts.slice(0, end + 1).join('/'), pattern)),
        )
    for (const path of secrets) expect([path, isLeftOut(path)]).toEqual([path, true])
    for (const path of ['package.json', 'src/server/main.ts', 'deploy/nginx.conf', 'content/git'])
      expect([path, isLeftOut(path)]).toEqual([path, false])
  })
})
