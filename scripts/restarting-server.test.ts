import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type RestartingServer, restartingServer } from './restarting-server.ts'

vi.setConfig({ testTimeout: 60_000 })

let folder: string
let address: string
let server: RestartingServer
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-restarting-'))
  const port = await freePort()
  address = `http://127.0.0.1:${port}/`
  write('one')
  writeFileSync(join(folder, 'package.json'), '{"dependencies":{}}')
  server = restartingServer({
    file: 'server.mjs',
    cwd: folder,
    env: { PORT: String(port) },
    readyAt: address,
  })
})
afterEach(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a restarted server runs the changed file, and the old one has ended', async () => {
  await server.restart()
  await expect(said()).resolves.toBe('one')
  const before = pid()
  write('two')
  await server.restart(['server.mjs'])
  await expect(said()).resolves.toBe('two')
  expect(isAlive(before)).toBe(false)
})

test('a file that cannot be read ends the server; mended, it starts again', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue()
  writeFileSync(join(folder, 'server.mjs'), 'const = 1')
  await server.restart()
  await vi.waitFor(
    () => expect(told).toHaveBeenCalledWith(expect.stringContaining('The server ended (1)')),
    60_000,
  )
  write('mended')
  await server.restart()
  await expect(said()).resolves.toBe('mended')
})

test('a server that does not end is killed', async () => {
  write('stubborn', 'process.on("SIGTERM", () => {})')
  await server.restart()
  await expect(said()).resolves.toBe('stubborn')
  const before = pid()
  write('next')
  await server.restart()
  await expect(said()).resolves.toBe('next')
  expect(isAlive(before)).toBe(false)
})

test('stopping leaves no process behind', async () => {
  await server.restart()
  await said()
  await server.stop()
  expect(isAlive(pid())).toBe(false)
})

function write(reply: string, also = ''): void {
  writeFileSync(
    join(folder, 'server.mjs'),
    `import { createServer } from 'node:http'
     import { writeFileSync } from 'node:fs'
     ${also}
     writeFileSync('pid', String(process.pid))
     createServer((_, reply) => reply.end('${reply}')).listen(process.env.PORT, '127.0.0.1')`,
  )
}

function said(): Promise<string> {
  return vi.waitFor(async () => (await fetch(address)).text(), { timeout: 30_000, interval: 50 })
}

function pid(): number {
  return Number(readFileSync(join(folder, 'pid'), 'utf8'))
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch {
    return false
  }
}

function freePort(): Promise<number> {
  return new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
