/** The part of `@20minutes/s3rver` that tests use; the package has no types. */
declare module '@20minutes/s3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export default class S3rver {
    constructor(options: {
      directory: string
      silent: boolean
      vhostBuckets: boolean
      configureBuckets: readonly { name: string }[]
    })
    configureBuckets(): Promise<unknown>
    /** The request listener (Koa's). */
    callback(): (request: IncomingMessage, response: ServerResponse) => void
  }
}
