import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '#server/config/config.ts'
import { settings } from '#server/config/settings.ts'

// The example files for operators: read by the programs that they are for, where these are at hand.

const deploy = resolve(import.meta.dirname, '../deploy')
const text = (name: string) => readFileSync(join(deploy, name), 'utf8')
const isThere = (program: string) => spawnSync(program, ['--version']).error === undefined

/** A test that needs these programs; where one is missing there is none, and a line says so. */
function testWith(...programs: string[]): (name: string, work: () => void) => void {
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
  const place = folder()
  const [key, certificate] = [join(place, 'key.pem'), join(place, 'certificate.pem')]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=x', '-keyout', key, '-out', certificate],
    { stdio: 'ignore' },
  )
  const site = text('nginx.conf')
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
  const whole = join(place, 'whole.conf')
  writeFileSync(whole, `pid ${place}/pid; error_log stderr; events {} http { access_log off; ${site} }`)
  expect(complaintOf('nginx', '-t', '-c', whole)).toBe('')
})

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
