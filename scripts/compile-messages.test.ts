import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { catalogueOf } from './compile-messages.ts'

vi.setConfig({ testTimeout: 90_000 })

const root = join(import.meta.dirname, '..')

/** A checkout with one message file for the screens and one for the mails. */
let checkout: string
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'lectern-messages-'))
  onTestFinished(() => rmSync(checkout, { recursive: true, force: true }))
  for (const name of [
    'scripts/compile-messages.ts',
    'scripts/prepare.mjs',
    'package.json',
    'project.inlang',
    'mails.inlang',
  ])
    cpSync(join(root, name), join(checkout, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
  write('site.json', { hello: 'Hello', bye: 'Bye' })
  write('mails.json', { subject: 'Welcome' })
})

test('messages become functions, those of mails next to those of the screens', () => {
  expect(compile()).toEqual({ status: 0, stderr: '' })
  expect(compiled('generated', 'hello')).toContain('Hello')
  expect(compiled('generated-mails', 'subject')).toContain('Welcome')
})

test('a file that is no JSON is named, and the functions of before stay', () => {
  compile()
  writeFileSync(join(checkout, 'src/messages/en/site.json'), '{"hello": ')
  const { status, stderr } = compile()
  expect(status).toBe(1)
  expect(stderr).toMatch(/^src\/messages\/en\/site\.json: Unexpected end of JSON input\n$/)
  expect(compiled('generated', 'hello')).toContain('Hello')
})

test('two messages with one key are refused, and their files are named', () => {
  write('more.json', { bye: 'Good bye' })
  const { status, stderr } = compile()
  expect(status).toBe(1)
  expect(stderr).toContain('"bye" is in ')
})

test('compiled again, only the changed function is written, and one that is gone is removed', () => {
  const again = `
    const { compileMessages } = await import(${JSON.stringify(pathToFileURL(join(checkout, 'scripts/compile-messages.ts')).href)})
    const { rmSync, writeFileSync } = await import('node:fs')
    const before = await compileMessages('screens')
    rmSync('src/messages/generated/messages/other.js')
    writeFileSync('src/messages/en/site.json', JSON.stringify({ hello: 'Good day', other: 'Other' }))
    await compileMessages('screens', before)`
  write('site.json', { hello: 'Hello', bye: 'Bye', other: 'Other' })
  expect(node('--input-type=module', '--eval', again)).toEqual({ status: 0, stderr: '' })
  expect(compiled('generated', 'hello')).toContain('Good day')
  expect(existsSync(file('generated', 'bye'))).toBe(false)
  // it was deleted by hand and its message is unchanged, so it is not written
  expect(existsSync(file('generated', 'other'))).toBe(false)
})

test('more messages than a process may open files are all written, and a failure is told', () => {
  const keys = Array.from({ length: 400 }, (_, number) => `key_${number}`)
  write('site.json', Object.fromEntries(keys.map((key) => [key, key])))
  const limited = (command: string) =>
    spawnSync('sh', ['-c', command, 'sh', process.execPath, 'scripts/compile-messages.ts'], {
      cwd: checkout,
      encoding: 'utf8',
    })
  expect(limited('ulimit -n 150; exec "$@"').status).toBe(0)
  expect(keys.filter((key) => !existsSync(file('generated', key)))).toEqual([])
  // no file may have more than 512 bytes
  const full = limited('trap "" XFSZ; ulimit -f 1; exec "$@"')
  expect([full.status, full.stderr]).toEqual([1, expect.stringContaining('EFBIG')])
})

test('the sentences of a file belong to the mails or to the screens', () => {
  expect(catalogueOf('src/messages/de/mails-billing.json')).toBe('mails')
  expect(catalogueOf('src/messages/en/mails.json')).toBe('mails')
  expect(catalogueOf('src/messages/en/billing.json')).toBe('screens')
  for (const [settings, catalogue] of [
    ['project.inlang', 'screens'],
    ['mails.inlang', 'mails'],
  ]) {
    const { 'plugin.inlang.messageFormat': format } = JSON.parse(
      readFileSync(join(root, `${settings}/settings.json`), 'utf8'),
    )
    for (const path of format.pathPattern) expect(catalogueOf(path), path).toBe(catalogue)
  }
})

function compile() {
  return node('scripts/compile-messages.ts')
}

function node(...args: string[]) {
  const { status, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: checkout,
    encoding: 'utf8',
  })
  return { status, stderr }
}

function write(name: string, sentences: Record<string, string>): void {
  mkdirSync(join(checkout, 'src/messages/en'), { recursive: true })
  writeFileSync(join(checkout, 'src/messages/en', name), JSON.stringify(sentences))
}

function file(folder: string, message: string): string {
  return join(checkout, 'src/messages', folder, 'messages', `${message}.js`)
}

function compiled(folder: string, message: string): string {
  return readFileSync(file(folder, message), 'utf8')
}
