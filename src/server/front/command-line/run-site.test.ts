import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { runSite } from './run-site.ts'

async function run(args: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const workingFolder = mkdtempSync(join(tmpdir(), 'lectern-site-'))
  onTestFinished(() => rmSync(workingFolder, { recursive: true }))
  mkdirSync(join(workingFolder, 'mine/en'), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(workingFolder, 'mine', name), text)
  const [output, errors] = [new PassThrough(), new PassThrough()]
  const code = await runSite({
    args,
    workingFolder,
    usualFolder: join(workingFolder, 'site'),
    output,
    errors,
  })
  return { code, said: String(output.read() ?? ''), complained: String(errors.read() ?? ''), workingFolder }
}

test('says that files are in order', async () => {
  expect(await run(['check', 'mine'], { 'en/faq.md': '# Questions' })).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^The site files in .*\/mine are in order\.\n$/),
    complained: '',
  })
})

test('names file and line of each mistake', async () => {
  const { code, complained, workingFolder } = await run(['check', 'mine'], {
    'en/faq.md': '# Q\n\n{{nothing}}',
    'site.yaml': 'name: [',
  })
  expect(code).toBe(1)
  expect(complained).toContain(`${workingFolder}/mine/en/faq.md:3: {{nothing}} is no setting`)
  expect(complained).toContain(`${workingFolder}/mine/site.yaml:1: `)
})

test('is content with no folder, unless one was named', async () => {
  expect((await run(['check'])).code).toBe(0)
  expect(await run(['check', 'nowhere'])).toMatchObject({
    code: 1,
    complained: expect.stringMatching(/^There is no folder .*\/nowhere\.\n$/),
  })
})

test.each([[[]], [['import']], [['check', 'a', 'b']], [['check', '--help']]])(
  '%j makes no sense',
  async (args) => {
    expect(await run(args)).toMatchObject({ code: 2, complained: 'Usage: npm run site -- check [folder]\n' })
  },
)
