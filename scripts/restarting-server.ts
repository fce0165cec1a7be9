import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

type Settings = {
  /** Program of the server, relative to `cwd`. */
  readonly file: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** URL that answers 200 once the server is ready. */
  readonly readyAt: string
}

export type RestartingServer = ReturnType<typeof restartingServer>

/** Timeout in milliseconds for a server to exit before it is killed. */
const endsWithinMs = 5_000

/**
 * A Node process that is restarted on demand. After an exit because of a syntax error or a wrong setting it has printed
 * the cause; the next change starts it again. The next process stands by with its packages loaded.
 */
export function restartingServer({ file, cwd, env, readyAt }: Settings) {
  let running: ChildProcess | undefined
  let standingBy = standBy()

  function standBy(): ChildProcess {
    const script = join(import.meta.dirname, 'stand-by.ts')
    const flags = ['--disable-warning=ExperimentalWarning', '--enable-source-maps']
    return spawn(process.execPath, [...flags, script, file], {
      cwd,
      env: { ...process.env, NODE_COMPILE_CACHE: join(cwd, 'node_modules/.cache/node'), ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // a separate process group: Ctrl-C reaches it only through us, once
      detached: true,
    })
  }

  async function end(): Promise<void> {
    const ending = running
    running = undefined
    if (ending) await ended(ending)
  }

  /** Resolves when the old server has ended and the new one begins. `because`: the changed files. */
  async function restart(because: readonly string[] = []): Promise<void> {
    const since = performance.now()
    await end()
    const server = standingBy
    running = server
    server.once('exit', (code) => {
      if (running === server)
        console.error(`\nThe server ended (${code}). It starts again when a file changes.\n`)
    })
    server.send('begin')
    void answers(server, readyAt).then((ready) => {
      if (ready && because.length > 0) sayBack(since, because)
    })
    standingBy = standBy()
  }

  async function stop(): Promise<void> {
    await Promise.all([end(), ended(standingBy)])
  }

  return { restart, stop }
}

async function ended(child: ChildProcess): Promise<void> {
  if (!isAlive(child)) return
  const timer = setTimeout(() => child.kill('SIGKILL'), endsWithinMs)
  child.kill('SIGTERM')
  await once(child, 'exit')
  clearTimeout(timer)
}

async function answers(child: ChildProcess, address: string): Promise<boolean> {
  while (isAlive(child)) {
    const reply = await fetch(address).catch(() => undefined)
    if (reply?.ok) return true
    await wait(50)
  }
  return false
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

function sayBack(since: number, because: readonly string[]): void {
  const seconds = ((performance.now() - since) / 1000).toFixed(1)
  const files = because.length > 3 ? `${because.length} files` : because.join(', ')
  console.log(`The server is back after ${seconds} s (${files})`)
}
