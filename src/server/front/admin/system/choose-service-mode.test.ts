import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { writeSetting } from '#server/platform/database/setting.store.ts'
import { auditOf, sellingSite, signedInAdmin, testAdmin, theAdmin } from '#support/admin.ts'
import { registrationOf } from '#support/people.ts'
import { createTestApp, testApp } from '#support/test-app.ts'

const site = testApp({ settings: sellingSite })
const admin = testAdmin(site)

const choose = (serviceMode: 'open' | 'paused' | 'sunset', password = theAdmin.password) =>
  admin.call(calls.chooseServiceMode, { body: { serviceMode, password } })
const shown = async () => (await site.client().call(calls.config)).body.serviceMode

test('visitors see the chosen mode at once, and the audit log has it', async () => {
  expect(await shown()).toBe('open')
  expect((await choose('paused')).status).toBe(200)
  expect(await shown()).toBe('paused')
  expect((await admin.call(calls.serviceAtDesk)).body).toEqual({
    serviceMode: 'paused',
    byEnvironment: false,
    closingAt: null,
  })
  const entries = await auditOf(site)
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({
    action: 'service-mode-chosen',
    before: '{"serviceMode":"open"}',
    after: '{"serviceMode":"paused"}',
  })
})

test('nobody registers while it is paused, and everybody again when it is open', async () => {
  await choose('paused')
  const register = (email: string) => site.client().call(calls.register, { body: registrationOf(email) })
  expect((await register('nora@paused.example')).problem?.code).toBe('paused')
  await choose('open')
  expect((await register('nora@paused.example')).status).toBe(202)
})

test('a wrong password changes nothing', async () => {
  await choose('open')
  const before = (await auditOf(site)).length
  expect((await choose('sunset', 'wrong')).status).toBeGreaterThanOrEqual(400)
  expect(await shown()).toBe('open')
  expect(await auditOf(site)).toHaveLength(before)
})

test('a mode that this version does not know counts as open', async () => {
  await writeSetting(site.db, 'service-mode', 'dreaming')
  expect((await admin.call(calls.serviceAtDesk)).body.serviceMode).toBe('open')
})

test('SERVICE_MODE wins, and the desk says so and changes nothing', async () => {
  const other = await createTestApp({ settings: { ...sellingSite, SERVICE_MODE: 'sunset' } })
  try {
    await writeSetting(other.db, 'service-mode', 'open')
    const operator = await signedInAdmin(other)
    expect((await operator.call(calls.serviceAtDesk)).body).toMatchObject({
      serviceMode: 'sunset',
      byEnvironment: true,
    })
    const reply = await operator.call(calls.chooseServiceMode, {
      body: { serviceMode: 'open', password: theAdmin.password },
    })
    expect(reply.problem?.code).toBe('set-by-environment')
    expect((await other.client().call(calls.config)).body.serviceMode).toBe('sunset')
    expect(await auditOf(other)).toHaveLength(0)
  } finally {
    await other.close()
  }
})

test('the service is closed by its name, with a preview, and that is taken back; each is in the audit log', async () => {
  const preview = async () => (await admin.call(calls.previewClosing)).body.preview
  const change = (act: 'order' | 'undo' | 'open', name?: string) =>
    admin.call(calls.changeClosing, { body: { act, password: theAdmin.password, ...(name && { name }) } })
  const before = (await auditOf(site)).length
  const { productName, effectiveAt } = (await preview()) ?? expect.fail('there is no preview')
  expect(new Date(effectiveAt).getTime() - site.clock.now().getTime()).toBe(86_400_000)
  expect((await change('undo')).problem?.code).toBe('closing-moved')
  expect((await change('order', 'Another')).problem?.errors).toHaveProperty('name')
  expect((await change('order')).status).toBe(422)
  expect((await change('order', productName)).status).toBe(200)
  expect((await admin.call(calls.serviceAtDesk)).body.closingAt).toBe(effectiveAt)
  expect(await preview()).toBeNull()
  expect((await change('order', productName)).problem?.code).toBe('closing-moved')
  expect((await change('undo')).status).toBe(200)
  expect((await admin.call(calls.serviceAtDesk)).body.closingAt).toBeNull()
  expect((await change('open')).problem?.code).toBe('closing-moved')
  const entries = (await auditOf(site)).slice(before)
  expect(entries.map(({ action, after }) => [action, JSON.parse(after ?? '')])).toEqual([
    ['closing-changed', { act: 'order', effectiveAt }],
    ['closing-changed', { act: 'undo' }],
  ])
})
