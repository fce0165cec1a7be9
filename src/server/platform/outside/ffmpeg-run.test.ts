import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getPriority, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { endlessFfmpeg, type FakeFfmpeg, fakeFfmpeg, ffmpegAt, testWithFfmpeg } from '#support/fake-ffmpeg.ts'
import { collect, FfmpegFailed, runFfmpeg, untrustedInput } from './ffmpeg-run.ts'
import { NoFfmpeg } from './film-pictures.ts'

const library = resolve(import.meta.dirname, '../../../../tests/fixtures/library')
const never = new AbortController().signal

async function run(
  fake: Pick<FakeFfmpeg, 'path'>,
  { signal = never, maxFileBytes = 0, maxBytes = 1_000 } = {},
) {
  const film = await open(join(library, 'film.mp4'), 'r')
  onTestFinished(() => film.close())
  let output = ''
  await runFfmpeg(ffmpegAt(fake.path), {
    tool: 'ffmpeg',
    options: ['an $option'],
    film,
    folder: dirname(fake.path),
    maxFileBytes,
    readers: [
      async (read) => {
        output = (await collect(read, maxBytes)).toString()
      },
    ],
    signal,
  })
  return output
}

test('it gets the open film, its options as they are, and nothing of the environment but PATH', async () => {
  vi.stubEnv('APP_SECRET', 'a secret')
  const fake = fakeFfmpeg(
    'echo "$1"; head -c 8 <&3 | tail -c 4; echo; env | cut -d= -f1 | sort | tr "\\n" " "',
  )
  const [option, type, names] = (await run(fake)).split('\n')
  expect([option, type]).toEqual([
    'an $option',
    readFileSync(join(library, 'film.mp4')).toString('latin1', 4, 8),
  ])
  expect(names?.split(' ').filter((name) => !['PWD', '_', 'OLDPWD', 'SHLVL', ''].includes(name))).toEqual([
    'MALLOC_ARENA_MAX',
    'PATH',
  ])
})

test('it has limits of memory and of what it writes, and the lowest priority', async () => {
  const fake = fakeFfmpeg('ulimit -d; ulimit -f; echo $$ >$0.pid; while [ ! -e $0.go ]; do sleep 0.1; done')
  const running = run(fake, { maxFileBytes: 5_000 })
  await expect.poll(() => fake.left('pid') ?? '', { timeout: 60_000 }).toMatch(/^\d+\n$/)
  const pid = Number(fake.left('pid'))
  await expect.poll(() => getPriority(pid), { timeout: 60_000 }).toBe(19)
  writeFileSync(`${fake.path}.go`, '')
  expect((await running).trim().split('\n')).toEqual(['1048576', '10'])
})

test('it ends when it writes a larger file than it may', async () => {
  const fake = fakeFfmpeg('head -c 9000 /dev/zero >$0.made')
  await expect(run(fake, { maxFileBytes: 5_000 })).rejects.toThrow(FfmpegFailed)
  expect(fake.left('made')?.length).toBeLessThanOrEqual(5_120)
})

test('it ends when it says more than was expected', async () => {
  await expect(run(fakeFfmpeg('yes'), { maxBytes: 10 })).rejects.toThrow()
})

test('what it complains of is the failure', async () => {
  await expect(run(fakeFfmpeg('echo "moov atom not found" >&2; exit 1'))).rejects.toThrow(
    'moov atom not found',
  )
})

test('where it is not installed, that is said', async () => {
  await expect(run({ path: join(tmpdir(), 'no-such-ffmpeg') })).rejects.toThrow(NoFfmpeg)
})

test('it is killed when the film is cancelled', async () => {
  const endless = endlessFfmpeg()
  const cancelled = new AbortController()
  const running = run(endless, { signal: cancelled.signal })
  await expect.poll(endless.pid, { timeout: 60_000 }).toBeDefined()
  cancelled.abort(new Error('cancelled'))
  await expect(running).rejects.toThrow('cancelled')
  await expect.poll(endless.isRunning, { timeout: 60_000 }).toBe(false)
})

testWithFfmpeg('of a picture larger than 8K nothing is decoded', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'lectern-large-')), 'large.avi')
  onTestFinished(() => rmSync(dirname(path), { recursive: true }))
  const large = '-f lavfi -i color=s=8192x4320:r=1:d=1 -pix_fmt yuvj420p -c:v mjpeg'.split(' ')
  execFileSync('ffmpeg', ['-v', 'error', ...large, path])
  const film = await open(path, 'r')
  onTestFinished(() => film.close())
  // beside other tests the lowest would take minutes
  const atOurPriority = { ...ffmpegAt('ffmpeg'), priority: getPriority() }
  const show = async (input: readonly string[]) => {
    let shown = ''
    await runFfmpeg(atOurPriority, {
      tool: 'ffprobe',
      options: ['-v', 'error', '-show_entries', 'stream=width', '-of', 'csv=p=0', ...input],
      film,
      readers: [
        async (output) => {
          shown = (await collect(output, 1_000)).toString()
        },
      ],
      signal: never,
    })
    return Number.parseInt(shown, 10)
  }
  expect(await show(untrustedInput)).toBe(0)
  expect(await show(untrustedInput.toSpliced(untrustedInput.indexOf('-max_pixels'), 2))).toBe(8192)
})

testWithFfmpeg(
  'of a playlist that names another site, nothing is asked there, even if it is read',
  async () => {
    const asked: string[] = []
    const server = createServer(({ url = '' }, reply) => {
      asked.push(url)
      reply.end()
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((listening) => server.once('listening', listening))
    const { port } = server.address() as AddressInfo
    const list = join(mkdtempSync(join(tmpdir(), 'lectern-list-')), 'list')
    onTestFinished(() => rmSync(dirname(list), { recursive: true }))
    writeFileSync(
      list,
      `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nhttp://127.0.0.1:${port}/part.ts\n#EXT-X-ENDLIST\n`,
    )
    const film = await open(list, 'r')
    onTestFinished(() => film.close())
    const read = (input: readonly string[]) =>
      runFfmpeg(ffmpegAt('ffmpeg'), {
        tool: 'ffprobe',
        options: ['-v', 'error', ...input],
        film,
        readers: [(output) => collect(output, 1_000).then(() => undefined)],
        signal: never,
      })
    const anyFormat = untrustedInput.toSpliced(untrustedInput.indexOf('-format_whitelist'), 2)
    await expect(read(anyFormat)).rejects.toThrow(FfmpegFailed)
    expect(asked).toEqual([])
    const anyProtocol = anyFormat.with(anyFormat.indexOf('-protocol_whitelist') + 1, 'file,pipe,http,tcp')
    await read(anyProtocol).catch(() => undefined)
    expect(asked).not.toEqual([])
  },
)
