import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { addressOf, createTestDatabase, testEngine } from '#support/database.ts'
import { folderOfTests } from '#support/folders.ts'
import { nginxIsInstalled, startProxyNginx } from '#support/nginx-server.ts'
import { freePort, type ServerProcess, startServerProcess } from '#support/server-process.ts'

// Two processes behind nginx with deploy/nginx.conf are restarted one after the other while visitors read and write: no
// request fails (docs/operate.md).

const host = 'videos.example.org'
const folder = folderOfTests()

const canRun = testEngine === 'postgresql' && nginxIsInstalled()
if (!canRun) process.stdout.write('Not tried without PostgreSQL and nginx: a restart that nobody notices.\n')

if (canRun)
  test('two processes are restarted one after the other, and no request fails', async () => {
    const database = await createTestDatabase()
    const databaseUrl = await addressOf(database)
    const ports = [await freePort(), await freePort()] as const
    const settings = {
      DATA_DIR: folder,
      MEDIA_URL: join(folder, 'media'),
      DATABASE_URL: databaseUrl,
      APP_SECRET: 'of-a-restart:K7v2mQ9xR4bT8nW1pZ6cY3',
      BASE_URL: `https://${host}`,
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'videos@example.org',
      TRUST_PROXY: '127.0.0.1',
      RATE_LIMITS: '100000',
    }
    const start = async (port: number) => {
      const server = await startServerProcess({ ...settings, PORT: String(port) })
      await ready(port)
      return server
    }
    const servers: ServerProcess[] = [await start(ports[0]), await start(ports[1])]
    const nginx = await startProxyNginx({
      sitePort: ports[0],
      secondPort: ports[1],
      mediaFolder: join(folder, 'media'),
    })
    const load = visitors(nginx.port)
    try {
      await wait(1_000)
      for (const place of [0, 1] as const) {
        const stopping = servers[place]?.stop()
        expect(await untilAway(ports[place])).toBe(503)
        expect(await stopping).toBe(0)
        servers[place] = await start(ports[place])
        // nginx tries a process again after two seconds
        await wait(2_500)
      }
      const { failed, done } = await load.stop()
      expect(failed).toEqual([])
      expect(done).toBeGreaterThan(500)
    } finally {
      await load.stop()
      await nginx.stop()
      for (const server of servers) await server.stop('SIGKILL')
      await database.close()
    }
  }, 180_000)

type Answer = { readonly status: number; readonly body: string }

function ask(port: number, path: string, { agent, method = 'GET' }: { agent?: Agent; method?: string } = {}) {
  return new Promise<Answer>((resolved, failed) => {
    const asked = request(
      { host: '127.0.0.1', port, path, method, headers: { host }, ...(agent && { agent }) },
      (reply) => {
        let body = ''
        reply.setEncoding('utf8')
        reply.on('data', (chunk) => {
          body += chunk
        })
        reply.on('end', () => resolved({ status: reply.statusCode ?? 0, body }))
        reply.on('error', failed)
      },
    )
    asked.on('error', failed)
    asked.end()
  })
}

async function ready(port: number): Promise<void> {
  for (;;) {
    const status = await statusOf(port)
    if (status === 200) return
    await wait(50)
  }
}

/** Returns what readiness answers first that is not 200. */
async function untilAway(port: number): Promise<number> {
  for (;;) {
    const status = await statusOf(port)
    if (status !== 200) return status
    await wait(10)
  }
}

const statusOf = (port: number) =>
  ask(port, '/api/health/ready').then(
    ({ status }) => status,
    () => 0,
  )

/** Visitors who read and write without a rest, on connections that stay open. */
function visitors(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const failed: string[] = []
  let done = 0
  let isOver = false
  const reads = ['/', '/pricing', '/api/config', '/api/videos', '/api/user-session', '/api/csrf-token']
  const one = async (path: string, method = 'GET') => {
    const answer = await ask(port, path, { agent, method }).catch((error: Error) => error.message)
    done += 1
    // a write without a token is refused by the site itself
    const wanted = method === 'GET' ? 200 : 403
    if (typeof answer === 'string') failed.push(`${method} ${path}: ${answer}`)
    else if (answer.status !== wanted)
      failed.push(`${method} ${path}: ${answer.status} ${answer.body.slice(0, 200)}`)
  }
  const visitor = async (place: number) => {
    for (let turn = place; !isOver; turn += 1) {
      await one(reads[turn % reads.length] ?? '/')
      if (turn % 4 === 0) await one('/auth/logout', 'POST')
      await wait(5)
    }
  }
  const all = Array.from({ length: 12 }, (_, place) => visitor(place))
  return {
    async stop() {
      isOver = true
      await Promise.all(all)
      agent.destroy()
      return { failed, done }
    },
  }
}
