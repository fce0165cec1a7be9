import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  askServer,
  type ControlCommands,
  controlSocketAddress,
  controlSocketPath,
  openControlSocket,
} from './control-socket.ts'

const log = { error: vi.fn() }

const commands: ControlCommands = {
  count: async (request, report) => {
    const { to } = request as { to: number }
    for (let count = 1; count <= to; count += 1) report({ count })
    return { counted: to }
  },
  fail: async () => {
    throw new Error('on purpose')
  },
  wait: () => new Promise((done) => setTimeout(done, 300, 'waited')),
}

function dataDir(name = 'data'): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-socket-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, name))
  return join(folder, name)
}

async function listening(folder: string, offered = commands) {
  const socket = await openControlSocket(folder, offered, log)
  onTestFinished(() => socket.close())
  return socket
}

const ask = (folder: string, command: string, request: unknown = {}) => {
  const progress: unknown[] = []
  return askServer(folder, command, request, (said) => progress.push(said)).then((answer) => ({
    answer,
    progress,
  }))
}

describe.each([
  ['data', 'a short path'],
  ['d'.repeat(120), 'a path that is too long for a socket'],
])('under %s (%s)', (name) => {
  test('a command reports while it works, and answers', async () => {
    const folder = dataDir(name)
    await listening(folder)
    expect(await ask(folder, 'count', { to: 2 })).toEqual({
      answer: { result: { counted: 2 } },
      progress: [{ count: 1 }, { count: 2 }],
    })
  })

  test('the socket belongs to its user alone', async () => {
    const folder = dataDir(name)
    await listening(folder)
    expect(statSync(controlSocketAddress(folder)).mode & 0o777).toBe(0o600)
  })

  test('where no server runs, that is said at once', async () => {
    expect((await ask(dataDir(name), 'count')).answer).toEqual({ trouble: 'no-server' })
  })

  test('after its server has ended no file is left, and connections fail', async () => {
    const folder = dataDir(name)
    const socket = await listening(folder)
    const address = controlSocketAddress(folder)
    await socket.close()
    expect(readdirSync(folder)).toEqual([])
    expect(() => statSync(address)).toThrow(/ENOENT/)
    expect((await ask(folder, 'count')).answer).toEqual({ trouble: 'no-server' })
  })

  test('a socket that a killed server left behind is replaced', async () => {
    const folder = dataDir(name)
    writeFileSync(controlSocketPath(folder), 'a dead socket refuses connections, and so does this')
    expect((await ask(folder, 'count')).answer).toEqual({ trouble: 'no-server' })
    await listening(folder)
    expect((await ask(folder, 'count', { to: 0 })).answer).toEqual({ result: { counted: 0 } })
  })
})

test('several commands at once are told apart', async () => {
  const folder = dataDir()
  await listening(folder)
  const answers = await Promise.all([1, 2, 3].map((to) => ask(folder, 'count', { to })))
  expect(answers.map(({ progress }) => progress.length)).toEqual([1, 2, 3])
})

test.each(['fail', 'nothing-of-the-kind', '__proto__', 'toString'])(
  'a command that fails (%s) is answered without its inside, which is in the log',
  async (command) => {
    const folder = dataDir()
    await listening(folder)
    log.error.mockClear()
    expect((await ask(folder, command)).answer).toEqual({ trouble: 'failed' })
    expect(log.error).toHaveBeenCalledOnce()
  },
)

test('a server that stops lets a running command end', async () => {
  const folder = dataDir()
  const socket = await listening(folder)
  const asked = ask(folder, 'wait')
  await new Promise((later) => setTimeout(later, 100))
  await socket.close()
  expect((await asked).answer).toEqual({ result: 'waited' })
})

test('a server that goes away before it answers is noticed', async () => {
  const folder = dataDir()
  const socket = await openControlSocket(folder, { hang: () => new Promise(() => undefined) }, log)
  const asked = ask(folder, 'hang')
  await new Promise((later) => setTimeout(later, 100))
  await socket.close()
  expect((await asked).answer).toEqual({ trouble: 'gone' })
}, 60_000)

test.each(['not json\n', '[]\n', '{}\n', '"word"\n', ''])(
  'an invalid request (%j) is refused',
  async (text) => {
    const folder = dataDir()
    await listening(folder)
    const answer = await new Promise<string>((done) => {
      let said = ''
      const socket = connect(controlSocketPath(folder))
      socket.on('data', (chunk) => {
        said += chunk
      })
      socket.on('close', () => done(said))
      socket.end(text)
    })
    expect(['{"failed":true}\n', '']).toContain(answer)
    expect((await ask(folder, 'count', { to: 0 })).answer).toEqual({ result: { counted: 0 } })
  },
)
