import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { listenAt, probeAddress } from './listen.ts'

async function takenPort(): Promise<number> {
  const occupant = createServer()
  await new Promise<void>((listening) => occupant.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void occupant.close())
  const address = occupant.address()
  return typeof address === 'object' && address ? address.port : 0
}

test('a free port is free, and still is after it was probed', async () => {
  const port = await takenPort()
  await expect(probeAddress({ host: '127.0.0.2', port })).resolves.toBeUndefined()
  await expect(probeAddress({ host: '127.0.0.2', port })).resolves.toBeUndefined()
})

test('a port that is taken is refused in a sentence that names it', async () => {
  const port = await takenPort()
  const problem = probeAddress({ host: '127.0.0.1', port })
  await expect(problem).rejects.toBeInstanceOf(StartProblem)
  await expect(problem).rejects.toThrow(`PORT ${port} of 127.0.0.1 is taken by another program`)
})

test.each([
  ['192.0.2.1', 'HOST 192.0.2.1 is not an address of this machine.'],
  ['no-such-host.invalid', 'HOST no-such-host.invalid'],
])('the host %s is refused in a sentence that names it', async (host, sentence) => {
  await expect(probeAddress({ host, port: 1234 })).rejects.toThrow(sentence)
})

test('a port that is taken between the probe and the start is refused in the same words', async () => {
  const listen = () => Promise.reject(Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' }))
  await expect(listenAt({ listen }, { host: '127.0.0.1', port: 80 })).rejects.toThrow(
    /^PORT 80 of 127\.0\.0\.1 is taken/,
  )
})
