import { request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { folderOfTests } from '#support/folders.ts'
import { startServerProcess } from '#support/server-process.ts'

const dataDir = folderOfTests()

test('a stopping site answers earlier requests, ends with code 0, and continues after the next start', async () => {
  const first = await startServerProcess({ DEMO: '1', DATA_DIR: dataDir })
  onTestFinished(async () => void (await first.stop('SIGKILL')))
  await first.ready()
  expect(first.output().stdout).toContain(`Lectern is ready: ${first.url}`)
  const { cookie, token } = await csrf(first.url)
  const register = { name: 'Ada', email: 'ada@example.org', password: 'correct horse', termsAccepted: true }
  const headers = { cookie, 'x-csrf-token': token, 'content-type': 'application/json' }

  // a request that is incomplete when the site is told to stop
  const asking = request(`${first.url}/auth/register`, { method: 'POST', headers })
  const answered = new Promise<number | undefined>((answer, failed) => {
    asking.on('response', (reply) => answer(reply.statusCode)).on('error', failed)
  })
  asking.write(JSON.stringify(register).slice(0, 10))
  await new Promise((wake) => setTimeout(wake, 200))
  const exited = first.stop('SIGTERM')
  await new Promise((wake) => setTimeout(wake, 200))
  asking.end(JSON.stringify(register).slice(10))
  expect(await answered).toBe(202)
  // the posters and transcripts that are being made at a first start keep it no longer than one of them takes
  expect(await exited).toBe(0)
  expect(first.output().stderr).toBe('')

  const second = await startServerProcess({ DEMO: '1', DATA_DIR: dataDir })
  onTestFinished(async () => void (await second.stop('SIGKILL')))
  await second.ready()
  const { mails } = (await (await fetch(`${second.url}/demo/mails`)).json()) as { mails: { to: string }[] }
  // a user whose trial ended before the demo began gets the mail too
  expect(mails.map(({ to }) => to).filter((to) => to !== 'expired@lectern.example')).toEqual([
    'ada@example.org',
  ])
  // Ctrl-C in a terminal reaches the site twice: from the terminal, and from the command that started it
  second.process.kill('SIGINT')
  await new Promise((wake) => setTimeout(wake, 30))
  second.process.kill('SIGINT')
  expect(await second.exited).toBe(0)
}, 180_000)

async function csrf(url: string): Promise<{ cookie: string; token: string }> {
  const reply = await fetch(`${url}/api/csrf-token`)
  const { token } = (await reply.json()) as { token: string }
  return { token, cookie: reply.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}
