import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountOf } from '#support/code-host-people.ts'
import { anAvatar, type CodeHostServer, startCodeHostServer } from '#support/code-host-server.ts'
import { downloadPicture, pictureAddress } from './download-picture.ts'

let server: CodeHostServer
let other: CodeHostServer
beforeAll(async () => {
  server = await startCodeHostServer(accountOf('ada'))
  other = await startCodeHostServer(accountOf('eve'))
})
beforeEach(() => {
  delete server.misdeeds.avatar
})
afterAll(() => Promise.all([server.close(), other.close()]))

const download = (avatarUrl: string) =>
  downloadPicture(avatarUrl, { codeHostUrl: server.url, timeoutMs: 500 })

describe('a picture', () => {
  test("is downloaded from the code host's own place", async () => {
    expect(await download(`${server.url}/avatars/u/1?v=4`)).toEqual(anAvatar)
  })

  test.each(['hang', 'fail', 'redirect', { bytes: Buffer.alloc(1024 * 1024 + 1) }] as const)(
    'is not had where the code host does this: %j',
    async (misdeed) => {
      server.misdeeds.avatar = misdeed
      expect(await download(`${server.url}/avatars/u/1`)).toBeUndefined()
      expect(server.asked).not.toContain('GET /elsewhere')
    },
  )

  test('of exactly 1 MB is the largest', async () => {
    server.misdeeds.avatar = { bytes: Buffer.alloc(1024 * 1024) }
    expect((await download(`${server.url}/avatars/u/1`))?.length).toBe(1024 * 1024)
  })

  test('is not asked for anywhere else', async () => {
    const { port } = new URL(other.url)
    for (const address of [
      `${other.url}/avatars/u/1`,
      `http://localhost:${port}/avatars/u/1`,
      `http://[::1]:${port}/`,
      `http://2130706433:${port}/`,
      `http://0177.0.0.1:${port}/`,
      'http://169.254.169.254/latest/meta-data/',
      'https://avatars.githubusercontent.com/u/1',
      `http://ada:secret@${new URL(server.url).host}/avatars/u/1`,
      'file:///etc/passwd',
      'data:image/png;base64,AAAA',
      '//evil.example/x',
      '',
    ])
      expect([address, await download(address)]).toEqual([address, undefined])
    expect(other.asked).toEqual([])
  })
})

describe('allowed addresses of pictures', () => {
  test.each([
    ['https://avatars.githubusercontent.com/u/583231?v=4', 'https://github.com', true],
    ['http://avatars.githubusercontent.com/u/583231?v=4', 'https://github.com', false],
    ['https://avatars.githubusercontent.com:8443/u/583231', 'https://github.com', false],
    ['https://avatars.githubusercontent.com.evil.example/u/1', 'https://github.com', false],
    ['https://raw.githubusercontent.com/eve/x/main/a.png', 'https://github.com', false],
    ['https://avatars.githubusercontent.com/u/583231', 'https://ghe.example.org', false],
    ['https://ghe.example.org/avatars/u/1', 'https://ghe.example.org', true],
    ['http://ghe.example.org/avatars/u/1', 'https://ghe.example.org', false],
  ])('%s of %s: %s', (avatarUrl, codeHostUrl, allowed) => {
    expect(pictureAddress(avatarUrl, codeHostUrl) !== undefined).toBe(allowed)
  })

  test("GitHub's are requested in a small size", () => {
    expect(
      pictureAddress('https://avatars.githubusercontent.com/u/1?v=4', 'https://github.com')?.search,
    ).toBe('?v=4&s=192')
  })
})
