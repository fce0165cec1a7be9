import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A server to compare with. */
export type Baseline = { readonly origin: string; readonly pid: number; stop(): Promise<void> }

/** A reply of the site, which the baseline repeats with the same headers and bytes. */
export type Reply = { readonly headers: Record<string, string>; readonly body: Buffer }

/** Starts raw `node:http` with these replies by path, and `film.mp4` of the folder by ranges. */
export async function startRawServer(folder: string, replies: ReadonlyMap<string, Reply>): Promise<Baseline> {
  const index = [...replies].map(([path, { headers, body }], number) => {
    const file = `reply-${number}`
    writeFileSync(join(folder, file), body)
    return [path, { headers, file }]
  })
  writeFileSync(join(folder, 'replies.json'), JSON.stringify(Object.fromEntries(index)))
  const program = join(import.meta.dirname, 'raw-server.ts')
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  return {
    origin: `http://localhost:${Number(line)}`,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
