import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'

/**
 * Checks that the address can be bound before anything is opened or written. Throws `StartProblem` for a port in use
 * and an address that is not this machine's.
 */
export function probeAddress({ host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((free, refuse) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => refuse(portProblem(error, host, port)))
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => free()))
  })
}

/** Starts listening; the port may have been taken since the probe. */
export async function listenAt(
  app: Pick<FastifyInstance, 'listen'>,
  { host, port }: { host: string; port: number },
): Promise<void> {
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw portProblem(error, host, port)
  })
}

/** @param prefix of the settings' names */
export function portProblem(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  prefix = '',
): StartProblem {
  const sentence = {
    EADDRINUSE: `${prefix}PORT ${port} of ${host} is taken by another program: stop it, or choose another ${prefix}PORT.`,
    EACCES: `${prefix}PORT ${port} may not be used by this user: choose one above 1023.`,
    EADDRNOTAVAIL: `${prefix}HOST ${host} is not an address of this machine.`,
    ENOTFOUND: `${prefix}HOST ${host} is not known.`,
  }[error.code ?? '']
  return new StartProblem(
    sentence ?? `${prefix}HOST ${host} with ${prefix}PORT ${port} cannot be used: ${error.message}`,
  )
}
