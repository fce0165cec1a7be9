/** In pg's warning, once in a process, of a query on a connection that is busy with another one: a later version refuses it. */
export const busyConnection = 'client is already executing a query'

/** Makes the run fail where a query of this process is warned of. */
export function refuseBusyConnections(): void {
  process.on('warning', (warning) => {
    if (warning.message.includes(busyConnection)) throw warning
  })
}
