import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '#server/config/config.ts'
import { settings } from '#server/config/settings.ts'
import { freePort } from '#support/server-process.ts'

// The example files for operators: read by the programs that they are for, where these are at hand.

const deploy = resolve(import.meta.dirname, '../deploy')
const text = (name: string) => readFileSync(join(deploy, name), 'utf8')
const isThere = (program: string) => spawnSync(program, ['--version']).error === undefined

/** A test that needs these programs; where one is missing there is none, and a line says so. */
function testWith(...programs: string[]): (name: string, work: () => void | Promise<void>) => void {
  const missing = programs.filter((program) => !isThere(program))
  if (missing.length === 0) return test
  return (name) => void process.stdout.write(`Not tried, for lack of ${missing.join(' and ')}: ${name}\n`)
}

/** Runs a program to its end; answers what it complained of where it did. */
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

testWith('caddy')('Caddy reads its file', () => {
  const file = join(deploy, 'Caddyfile')
  expect(complaintOf('caddy', 'validate', '--adapter', 'caddyfile', '--config', file)).toBe('')
})

testWith('nginx', 'openssl')('nginx reads its file', () => {
  expect(complaintOf('nginx', '-t', '-c', nginxFile())).toBe('')
})

testWith('nginx', 'openssl')(
  'nginx sends the part of a film that the site has allowed, and none unasked',
  async () => {
    const media = folder()
    writeFileSync(join(media, 'film.mp4'), '0123456789')
    const site = createServer((_request, reply) =>
      reply
        .writeHead(200, { 'x-accel-redirect': '/guarded-media/film.mp4', 'content-type': 'video/mp4' })
        .end(),
    ).listen(0, '127.0.0.1')
    onTestFinished(() => void site.close())
    await once(site, 'listening')
    const port = await freePort()
    const program = ['-c', nginxFile({ media, port, plainPort: await freePort(), site: portOf(site) })]
    const nginx = spawn('nginx', [...program, '-g', 'daemon off;'], { stdio: 'ignore' })
    onTestFinished(async () => {
      nginx.kill()
      await once(nginx, 'exit')
    })
    const ask = async (path: string) => {
      const options = { port, path, rejectUnauthorized: false, headers: { range: 'bytes=2-5' } }
      const [reply] = (await once(get(options), 'response')) as [IncomingMessage]
      return { status: reply.statusCode, text: await readText(reply) }
    }
    await vi.waitFor(() => ask('/'), { timeout: 60_000 })
    expect(await ask('/media/grant/film.mp4')).toEqual({ status: 206, text: '2345' })
    expect((await ask('/guarded-media/film.mp4')).status).toBe(404)
  },
)

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

/** Our file with what this machine lacks in it: keys, and ports and folders of the test's own. */
function nginxFile(own?: { media: string; port: number; plainPort: number; site: number }): string {
  const place = folder()
  const [key, certificate] = [join(place, 'key.pem'), join(place, 'certificate.pem')]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=x', '-keyout', key, '-out', certificate],
    { stdio: 'ignore' },
  )
  const withKeys = text('nginx.conf')
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
  const site = own
    ? withKeys
        .replace('listen 80;', `listen 127.0.0.1:${own.plainPort};`)
        .replace('listen 443 ', `listen 127.0.0.1:${own.port} `)
        .replace('127.0.0.1:3000', `127.0.0.1:${own.site}`)
        .replace(/alias .*;/, `alias ${own.media}/;`)
    : withKeys
  const whole = join(place, 'whole.conf')
  // the processes that nginx starts read what the test has written
  const user = own && process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    whole,
    `${user} pid ${place}/pid; error_log stderr; events {} http { access_log off; ${site} }`,
  )
  return whole
}

test('nginx hands films out where the program says, and only there', () => {
  const [, location] = /location (\/guarded-media\/) \{\s+internal;/.exec(text('nginx.conf')) ?? []
  const source = readFileSync(resolve(deploy, '../src/server/watching/send-media-file.ts'), 'utf8')
  expect(source).toContain(`\`${location}$`)
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

test('the containers are given settings that there are', () => {
  const { services } = parse(text('compose.yaml'))
  const names = Object.keys(services.site.environment)
  const built = [...text('Dockerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map((pair) => pair.split('=')[0] ?? ''),
  )
  for (const name of [...names, ...built]) expect(Object.keys(settings)).toContain(name)
})
