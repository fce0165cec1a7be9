import { mkdtempSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { FastifyBaseLogger } from 'fastify'

/** Commands of a running server for command-line tools, by name. Progress is sent while a command runs. */
export type ControlCommands = Readonly<
  Record<string, (request: unknown, report: (progress: unknown) => void) => Promise<unknown>>
>

export type ControlSocket = { close(): Promise<void> }

/** A line of the protocol: any number of `progress`, then one of the others. */
type ControlLine = { progress: unknown } | { result: unknown } | { failed: true }

/** Returns the path of a data directory's control socket, which only the server's user can use. */
export function controlSocketPath(dataDir: string): string {
  return join(dataDir, 'control.sock')
}

/** The path of a Unix socket is limited to 103 bytes on some systems, 107 on others. */
const maxPathBytes = 100
const folderPrefix = 'lectern-control-'

/**
 * Listens for command-line tools of the same user while the server holds the embedded database, which admits no second
 * process. The caller must hold the data directory's lock: an existing socket is then a dead server's.
 */
export async function openControlSocket(
  dataDir: string,
  commands: ControlCommands,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<ControlSocket> {
  const path = controlSocketPath(dataDir)
  removeSocket(path)
  const running = new Set<Promise<void>>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    const conversation = converse(socket, commands, log).finally(() => running.delete(conversation))
    running.add(conversation)
  })
  const address = addressFor(path)
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    // the socket is created with its final permissions; binding happens before listen() returns
    const mask = process.umask(0o177)
    server.listen(address, listening)
    process.umask(mask)
  })
  return {
    async close() {
      const closed = new Promise((done) => server.close(done))
      const timeout = new Promise((late) => setTimeout(late, 5_000).unref())
      await Promise.race([Promise.all(running), timeout])
      for (const socket of sockets) socket.destroy()
      await closed
      removeSocket(path)
    },
  }
}

async function converse(
  socket: Socket,
  commands: ControlCommands,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<void> {
  // a disconnected client misses the answer; its command is completed anyway
  const say = (line: ControlLine) => void (socket.writable && socket.write(`${JSON.stringify(line)}\n`))
  try {
    const { command, request } = await firstLine(socket)
    const run = Object.hasOwn(commands, command) ? commands[command] : undefined
    if (!run) throw new Error(`There is no command "${command}"`)
    say({ result: await run(request, (progress) => say({ progress })) })
  } catch (error) {
    log.error({ err: error }, 'a command over the control socket failed')
    say({ failed: true })
  }
  socket.end()
}

async function firstLine(socket: Socket): Promise<{ command: string; request: unknown }> {
  socket.setTimeout(10_000, () => socket.destroy())
  for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
    socket.setTimeout(0)
    const asked: unknown = JSON.parse(line)
    if (typeof asked === 'object' && asked && 'command' in asked && 'request' in asked)
      return { command: String(asked.command), request: asked.request }
    break
  }
  throw new Error('The request could not be read')
}

/** The path itself; or, if it is too long for a socket, one in the temporary folder with a link to it. */
function addressFor(path: string): string {
  if (Buffer.byteLength(path) <= maxPathBytes) return path
  const address = join(mkdtempSync(join(tmpdir(), folderPrefix)), 'control.sock')
  symlinkSync(address, path)
  return address
}

/** Resolves the link, if there is one. */
export function controlSocketAddress(dataDir: string): string {
  const path = controlSocketPath(dataDir)
  if (Buffer.byteLength(path) <= maxPathBytes) return path
  try {
    return readlinkSync(path)
  } catch {
    return path
  }
}

function removeSocket(path: string): void {
  const address = controlSocketAddress(dirname(path))
  if (address !== path && basename(dirname(address)).startsWith(folderPrefix))
    rmSync(dirname(address), { recursive: true, force: true })
  rmSync(path, { force: true })
}

/** `no-server`: none is listening; `gone`: it ended before it answered; `failed`: see its log. */
type ServerAnswer = { readonly result: unknown } | { readonly trouble: 'no-server' | 'gone' | 'failed' }

/** Sends a command to the server of a data directory, and waits for its result. */
export async function askServer(
  dataDir: string,
  command: string,
  request: unknown,
  report: (progress: unknown) => void,
): Promise<ServerAnswer> {
  const socket = connect(controlSocketAddress(dataDir))
  const connected = await new Promise<boolean>((answer) => {
    socket.once('connect', () => answer(true)).once('error', () => answer(false))
  })
  if (!connected) return { trouble: 'no-server' }
  // any failure of the connection ends the lines
  socket.on('error', () => undefined)
  socket.write(`${JSON.stringify({ command, request })}\n`)
  try {
    for await (const text of createInterface({ input: socket })) {
      const line: ControlLine = JSON.parse(text)
      if ('progress' in line) report(line.progress)
      else return 'result' in line ? { result: line.result } : { trouble: 'failed' }
    }
    return { trouble: 'gone' }
  } finally {
    socket.destroy()
  }
}
