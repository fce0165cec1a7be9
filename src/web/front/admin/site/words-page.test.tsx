import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { DeskWords, Words } from '#contract/desk/word-calls.ts'
import type { TextVersion } from '#contract/site/site.ts'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { Component as PageWordsPage } from './page-words-page.tsx'

const texts: Words = { en: '# Questions', de: '# Fragen' }
const words: DeskWords = {
  source: 'desk',
  fileChanged: false,
  fileDigest: null,
  version: 2,
  texts,
  versions: [
    { version: 2, savedAt: '2026-11-21T10:00:00.000Z', texts },
    { version: 1, savedAt: '2026-11-20T10:00:00.000Z', texts: { en: '# Former', de: '' } },
  ],
}
const versionOf = (language: 'en' | 'de', text: string): TextVersion => ({
  language,
  page: '',
  heading: text.replace('# ', ''),
  lead: [],
  sections: [],
})

function open(now: Partial<DeskWords> = {}, mistakes: { line: number; sentence: string }[] = []) {
  const server = fakeServer({
    wordsOfPage: () => ({ status: 200, body: { ...words, ...now } }),
    draftWords: ({ body }) => {
      const { en, de } = body as Words
      const versions = mistakes.length > 0 ? [] : [versionOf('en', en), versionOf('de', de)]
      return { status: 200, body: { mistakes: { en: mistakes, de: [] }, versions } }
    },
    saveWords: () => ({ status: 200, body: { status: 'ok' } }),
  })
  show(<PageWordsPage />, {
    at: '/admin/site/words/faq',
    path: '/admin/site/words/:page',
    session: adminSession,
  })
  return server
}
const field = () => screen.findByLabelText<HTMLTextAreaElement>('Text in Markdown')
const saved = (changed: Partial<Words> | null) => ({
  texts: changed && { ...texts, ...changed },
  version: 2,
  fileDigest: null,
})

test('a text is written with a preview, in light or dark, and saved in both languages', async () => {
  const server = open()
  await userEvent.click(await screen.findByRole('tab', { name: 'German' }))
  await userEvent.type(await field(), ' von vielen')
  const preview = screen.getByRole('region', { name: 'Text as visitors will see it' })
  await within(preview).findByRole('heading', { name: 'Fragen von vielen' })
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(preview.dataset.wordsTheme).toBe('dark')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.asked('saveWords')[0]?.body).toEqual(saved({ de: '# Fragen von vielen' })),
  )
})

test('mistakes are shown with their line', async () => {
  open({}, [{ line: 3, sentence: 'There is no such setting' }])
  expect(await screen.findByText('3: There is no such setting')).toBeTruthy()
  expect((await field()).getAttribute('aria-invalid')).toBe('true')
})

test('a former version is put into the editor', async () => {
  const server = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Restore version 1' }))
  expect((await field()).value).toBe('# Former')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.asked('saveWords')[0]?.body).toEqual(saved({ en: '# Former', de: '' })))
})

test.each<[string, Partial<Words> | null]>([
  ['Keep what was saved here', {}],
  ['Use the file', null],
])('after a change of a file one can choose: %s', async (name, changed) => {
  const server = open({ fileChanged: true })
  await userEvent.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(server.asked('saveWords')[0]?.body).toEqual(saved(changed)))
})
