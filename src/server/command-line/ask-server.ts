import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { type ControlLine, controlSocketAddress } from './control-socket.ts'

/** `no-server`: nobody listens; `gone`: it ended before it had answered; `failed`: its log says why. */
export type ServerAnswer =
  | { readonly result: unknown }
  | { readonly trouble: 'no-server' | 'gone' | 'failed' }

/** Asks the server that runs on a data directory to do something, and waits for it. */
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
  // whatever breaks the connection ends the lines
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
