import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** A proxy in front of a site, in one process. */
export type ProxyProcess = {
  /** Of 127.0.0.1. */
  readonly port: number
  readonly pid: number
  /** Everything on its standard error so far. */
  complaints(): string
  stop(): Promise<void>
}

/** Resolves when the process takes connections on `port`; rejects if it ends before. `folder` is removed with it. */
export async function proxyOf(child: ChildProcess, port: number, folder: string): Promise<ProxyProcess> {
  let complaints = ''
  child.stderr?.on('data', (text) => {
    complaints += text
  })
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
  while (!(await accepts(port))) {
    if (child.exitCode !== null) {
      await stop()
      throw new Error(`${child.spawnfile} did not start: ${complaints}`)
    }
    await wait(20)
  }
  return { port, pid: child.pid ?? 0, complaints: () => complaints, stop }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolved) => {
    const probe = connect(port, '127.0.0.1')
    probe.once('connect', () => resolved(true))
    probe.once('error', () => resolved(false))
    probe.once('connect', () => probe.destroy())
  })
}
