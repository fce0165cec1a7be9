import { type ChildProcess, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { busyConnection } from './busy-connection.ts'
import { programArguments, siteEnvironment } from './program.ts'

const root = resolve(import.meta.dirname, '../..')

/** A separate Lectern process, as an operator runs it. */
export type ServerProcess = {
  readonly url: string
  readonly port: number
  readonly process: ChildProcess
  /** Its output so far. */
  output(): { stdout: string; stderr: string }
  /** Its exit code, once it has ended; null when a signal ended it. */
  readonly exited: Promise<number | null>
  /** Resolves when it answers that it is ready; rejects when it ends before. */
  ready(): Promise<void>
  /** Asks it to stop (SIGTERM), or kills it (SIGKILL), and waits for its end. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/**
 * Starts the server with these settings and none of this process's; on a free port unless `PORT` is set. `logFile` gets
 * its output, if that is too large to keep.
 */
export async function startServerProcess(
  settings: Record<string, string>,
  { logFile }: { logFile?: string } = {},
): Promise<ServerProcess> {
  const port = Number(settings.PORT ?? (await freePort()))
  const child = spawn(process.execPath, programArguments('src/server/main.ts'), {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LOG_LEVEL: 'warn',
      DATABASE_WAIT_SECONDS: '60',
      ...siteEnvironment,
      ...settings,
      PORT: settings.PORT ?? String(port),
    },
    stdio: ['ignore', logFile === undefined ? 'pipe' : openSync(logFile, 'a'), 'pipe'],
  })
  const written = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => {
    written.stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    written.stderr += chunk
  })
  const exited = new Promise<number | null>((resolved, failed) =>
    child.once('close', (code) => {
      if (written.stderr.includes(busyConnection)) failed(new Error(written.stderr))
      else resolved(code)
    }),
  )
  const url = `http://localhost:${port}`
  return {
    url,
    port,
    process: child,
    exited,
    output: () => ({ ...written }),
    ready: () => answering(`${url}/api/health/ready`, child, written),
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return exited
    },
  }
}

/** An unused TCP port of 127.0.0.1. */
export function freePort(): Promise<number> {
  return new Promise((resolved, failed) => {
    const probe = createServer()
    probe.on('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? resolved(address.port) : failed(new Error('no port')),
      )
    })
  })
}

async function answering(url: string, child: ChildProcess, written: { stderr: string }): Promise<void> {
  for (let attempt = 0; attempt < 1_800; attempt += 1) {
    if (child.exitCode !== null)
      throw new Error(`the server ended with code ${child.exitCode}: ${written.stderr}`)
    const ready = await fetch(url).then(
      (reply) => reply.ok,
      () => false,
    )
    if (ready) return
    await new Promise((wake) => setTimeout(wake, 100))
  }
  throw new Error(`the server did not become ready within three minutes: ${written.stderr}`)
}
