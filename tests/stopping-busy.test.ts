import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KillableSite, killableSite } from '#support/killable-site.ts'
import { rounds } from '#support/rounds.ts'

const patience = 300_000 + rounds.kills * 30_000
let site: KillableSite
beforeAll(async () => {
  site = await killableSite()
})
afterAll(() => site.end())

test(
  'a busy site that is told to stop has nothing ask the database that it has closed',
  async () => {
    for (let stop = 0; stop < rounds.kills; stop += 1) {
      const server = await site.start()
      const busy = { yes: true }
      const visitors = Array.from({ length: 12 }, async (_, visitor) => {
        const path = ['/content', '/api/config', '/shop', '/api/health/ready', '/api/videos', '/login'][
          visitor % 6
        ]
        while (busy.yes)
          await fetch(`${server.url}${path}`)
            .then((reply) => reply.text())
            .catch(() => wait(5))
      })
      // at another moment of its periodic work
      await wait(1_500 + ((stop * 370) % 2_000))
      const exited = server.stop('SIGTERM')
      busy.yes = false
      await Promise.all(visitors)
      expect(await exited).toBe(0)
      const { stdout, stderr } = server.output()
      expect(stdout + stderr).not.toMatch(/after calling end|Error|"stack"/)
    }
  },
  patience,
)
