import { connect, createServer, type Socket } from 'node:net'

/** A proxy in front of a site that breaks connections off. */
export type CuttingProxy = {
  readonly url: string
  /** Connections that it has broken off so far. */
  readonly cuts: number
  close(): Promise<void>
}

/**
 * Starts a proxy that breaks a connection off each time this many bytes have come from browsers, `cuts` times in all, and
 * passes everything on from then.
 */
export async function startCuttingProxy(
  port: number,
  { everyBytes, cuts: most }: { everyBytes: number; cuts: number },
): Promise<CuttingProxy> {
  let [bytes, cuts] = [0, 0]
  const open = new Set<Socket>()
  const server = createServer((browser) => {
    const site = connect(port, '127.0.0.1')
    const both = [browser, site]
    const end = () => {
      for (const socket of both) socket.destroy()
    }
    for (const socket of both) {
      open.add(socket)
      socket.on('error', end).on('close', () => {
        open.delete(socket)
        end()
      })
    }
    browser.on('data', (chunk) => {
      bytes += chunk.length
      if (cuts >= most || bytes < everyBytes * (cuts + 1)) return
      cuts += 1
      end()
    })
    browser.pipe(site).pipe(browser)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  return {
    url: `http://localhost:${typeof address === 'object' ? address?.port : ''}`,
    get cuts() {
      return cuts
    },
    close: () =>
      new Promise((closed) => {
        for (const socket of open) socket.destroy()
        server.close(() => closed())
      }),
  }
}
