import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { rotatedFilm } from '#support/catalogue-folder.ts'
import { drawing, type FakeFfmpeg, fakeFfmpeg, ffmpegAt, testWithFfmpeg } from '#support/fake-ffmpeg.ts'
import { NoFfmpeg, takePicture } from './film-pictures.ts'

const library = resolve(import.meta.dirname, '../../../../tests/fixtures/library')
const small = { width: 64, height: 36 }
const smallBytes = 64 * 36 * 3
const never = new AbortController().signal

async function film(path = join(library, 'film.mp4')): Promise<FileHandle> {
  const handle = await open(path, 'r')
  onTestFinished(() => handle.close())
  return handle
}

/** A file with these contents. */
function fileOf(contents: string | Buffer, name = 'film.mp4'): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-pictures-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, name), contents)
  return join(folder, name)
}

describe('ffmpeg', () => {
  testWithFfmpeg('takes the picture of a moment, another one at another moment', async () => {
    const handle = await film()
    const [first, again, last] = await Promise.all(
      [0, 0, 3.5].map((atSeconds) => takePicture(ffmpegAt('ffmpeg'), handle, { atSeconds, ...small }, never)),
    )
    expect(first).toHaveLength(smallBytes)
    expect(first?.equals(again ?? Buffer.alloc(0))).toBe(true)
    expect(first?.equals(last ?? Buffer.alloc(0))).toBe(false)
  })

  testWithFfmpeg('puts black beside a film of another shape', async () => {
    const picture = await takePicture(
      ffmpegAt('ffmpeg'),
      await film(),
      { atSeconds: 1, width: 64, height: 64 },
      never,
    )
    const lines = (from: number, to: number) => Math.max(...(picture?.subarray(from * 192, to * 192) ?? []))
    expect([lines(0, 12), lines(52, 64)]).toEqual([0, 0])
    expect(lines(16, 48)).toBeGreaterThan(100)
  })

  testWithFfmpeg('turns a phone film upright', async () => {
    const handle = await film(fileOf(rotatedFilm()))
    const picture = await takePicture(ffmpegAt('ffmpeg'), handle, { atSeconds: 1, ...small }, never)
    const brightest = (from: number, to: number) =>
      Math.max(
        ...Array.from(
          { length: 36 },
          (_, line) => picture?.subarray((line * 64 + from) * 3, (line * 64 + to) * 3) ?? [],
        ).flatMap((part) => [...part]),
      )
    // 20 of 64 columns are the film, the others black
    expect([brightest(0, 20), brightest(44, 64)]).toEqual([0, 0])
    expect(brightest(24, 40)).toBeGreaterThan(100)
  })

  testWithFfmpeg('has no picture after the end', async () => {
    expect(
      await takePicture(ffmpegAt('ffmpeg'), await film(), { atSeconds: 60, ...small }, never),
    ).toBeUndefined()
  })

  testWithFfmpeg('says that it cannot read what is no film', async () => {
    const handle = await film(fileOf('no film at all'.repeat(100)))
    await expect(takePicture(ffmpegAt('ffmpeg'), handle, { atSeconds: 0, ...small }, never)).rejects.toThrow(
      /^ffmpeg could not read the film: .+/,
    )
  })

  testWithFfmpeg('does not follow a list of other films', async () => {
    const list = `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nfile:${join(library, 'film.mp4')}\n#EXT-X-ENDLIST\n`
    const handle = await film(fileOf(list))
    await expect(takePicture(ffmpegAt('ffmpeg'), handle, { atSeconds: 0, ...small }, never)).rejects.toThrow(
      /^ffmpeg could not read the film/,
    )
  })
})

describe('the program that reads films', () => {
  test('gets the open film and neither its name nor our settings, and may open nothing else', async () => {
    vi.stubEnv('APP_SECRET', 'nobody must know')
    onTestFinished(() => void vi.unstubAllEnvs())
    const fake = fakeFfmpeg(
      `env >$0.env; printf '%s\\n' "$@" >$0.args; cat <&3 >$0.film; ${drawing(smallBytes)}`,
    )
    const picture = await takePicture(
      ffmpegAt(fake.path),
      await film(fileOf('a film')),
      { atSeconds: 1.5, ...small },
      never,
    )
    expect(picture?.every((byte) => byte === 0x80)).toBe(true)
    expect(fake.left('film')).toBe('a film')
    expect(fake.left('env')).not.toContain('APP_SECRET')
    const given = fake.left('args')?.split('\n') ?? []
    const place = given.indexOf('-i')
    expect(given[place + 1]).toBe('/dev/fd/3')
    const before = given.slice(0, place).join(' ')
    const limits = ['-max_alloc 268435456', '-max_pixels 33177600']
    const input = ['-protocol_whitelist file', '-f mp4', '-c:v h264', '-enable_drefs 0', '-ss 1.500']
    for (const pair of [...limits, ...input]) expect(before).toContain(pair)
    expect(given.join(' ')).not.toContain('lectern-pictures')
  })

  test('has the lowest priority', async () => {
    const fake = fakeFfmpeg('echo $$ >$0.pid; exec sleep 600')
    const ending = new AbortController()
    const taken = takePicture(ffmpegAt(fake.path), await film(), { atSeconds: 0, ...small }, ending.signal)
    expect(getPriority(await pidOf(fake))).toBeGreaterThan(getPriority())
    ending.abort()
    await expect(taken).rejects.toThrow('abort')
  })

  test('ends at once when its result is no longer needed', async () => {
    const fake = fakeFfmpeg('echo $$ >$0.pid; exec sleep 600')
    const ending = new AbortController()
    const taken = takePicture(ffmpegAt(fake.path), await film(), { atSeconds: 0, ...small }, ending.signal)
    const pid = await pidOf(fake)
    ending.abort()
    await expect(taken).rejects.toThrow('abort')
    await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false)
  })

  test('is stopped when it writes more than a picture', async () => {
    const fake = fakeFfmpeg('exec yes')
    await expect(
      takePicture(ffmpegAt(fake.path), await film(), { atSeconds: 0, ...small }, never),
    ).rejects.toThrow('ffmpeg could not read the film')
  })

  test.each([
    ['half a picture', drawing(smallBytes / 2), 'it ended with 0'],
    ['a complaint', 'echo "moov atom not found" >&2; exit 1', 'moov atom not found'],
    ['an end without a word', 'exit 183', 'it ended with 183'],
  ])('has failed with %s', async (_, script, said) => {
    const fake = fakeFfmpeg(script)
    await expect(
      takePicture(ffmpegAt(fake.path), await film(), { atSeconds: 0, ...small }, never),
    ).rejects.toThrow(`ffmpeg could not read the film: ${said}`)
  })

  test('that is missing or not executable is distinguished from a film that cannot be read', async () => {
    for (const program of ['/nowhere/ffmpeg', fileOf('x', 'ffmpeg')])
      await expect(
        takePicture(ffmpegAt(program), await film(), { atSeconds: 0, ...small }, never),
      ).rejects.toBeInstanceOf(NoFfmpeg)
  })
})

async function pidOf(fake: FakeFfmpeg): Promise<number> {
  await expect.poll(() => fake.left('pid') ?? '', { timeout: 30_000 }).toMatch(/^\d+\n$/)
  return Number(fake.left('pid'))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
