import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { UpgradeProblem } from './upgrade-problem.ts'

/** A process of `npm run serve` on this machine (scripts/keeper.mjs). */
export type Keeper = {
  /** Ends its site. */
  stop(): Promise<void>
  /** Runs the version in a folder, in place of a running one. Returns why that did not become ready; undefined if it did. */
  start(folder: string): Promise<string | undefined>
  close(): void
}

/** Connects to all keepers of an installation; none if no site runs here. */
export async function connectKeepers(releases: string): Promise<Keeper[]> {
  const sockets = readdirSync(releases).filter((name) => name.startsWith('.keeper-'))
  const keepers = await Promise.all(sockets.toSorted().map((name) => connectKeeper(join(releases, name))))
  return keepers.flatMap((keeper) => keeper ?? [])
}

async function connectKeeper(path: string): Promise<Keeper | undefined> {
  // relative, because the path of a socket is limited to 100 characters
  const socket = connect(relative(process.cwd(), path))
  try {
    await once(socket, 'connect')
  } catch {
    // of a process that was killed
    rmSync(path, { force: true })
    return undefined
  }
  const ask = conversation(socket)
  return {
    stop: async () => void (await ask({ stop: true })),
    start: async (folder) => (await ask({ start: folder })).failed,
    close: () => socket.destroy(),
  }
}

function conversation(socket: Socket) {
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  socket.on('error', () => socket.destroy())
  return async (request: object): Promise<{ failed?: string }> => {
    socket.write(`${JSON.stringify(request)}\n`)
    const { value, done } = await lines.next()
    if (done) throw new UpgradeProblem('npm run serve ended, or another upgrade is running.')
    return JSON.parse(value)
  }
}
