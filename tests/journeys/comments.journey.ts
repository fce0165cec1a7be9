import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, startSite, test } from './site.ts'

// A server that plays Isso: the real one can not be installed where these tests run.

test('comments are loaded when the viewer asks, from the listing too, and a service that is away can be tried again', async ({
  page,
}) => {
  test.setTimeout(180_000)
  let away = true
  const asked: string[] = []
  const service = createServer((request, reply) => {
    asked.push(request.url ?? '')
    if (away) return reply.writeHead(503).end()
    return reply
      .writeHead(200, { 'content-type': 'text/javascript' })
      .end("document.getElementById('isso-thread').append('Two comments, drawn by the service')")
  })
  await new Promise<void>((up) => service.listen(0, '127.0.0.1', () => up()))
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`
  const { site, stop } = await startSite({ COMMENTS_PROVIDER: 'isso', COMMENTS_URL: url })
  const own = await page.context().newPage()
  try {
    await own.goto(`${site.url}/content`)
    await own.locator('.video-card-link[href^="/content/video/"]').first().click()
    // what it is about has come: nothing moves under the pointer any more
    await expect(own.getByRole('heading', { name: 'How it begins' })).toBeVisible()
    await own.getByRole('tab', { name: 'Comments' }).click()
    await expect(own.getByText('The comments come from 127.0.0.1')).toBeVisible()
    expect(asked).toEqual([])
    await own.getByRole('button', { name: 'Load comments' }).click()
    await expect(own.getByText('The comments can not be loaded at the moment.')).toBeVisible()
    away = false
    await own.getByRole('button', { name: 'Try again' }).click()
    await expect(own.getByText('Two comments, drawn by the service')).toBeVisible()
  } finally {
    await stop()
    service.close()
  }
})
