import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Question = {
  countryCode: string
  vatNumber: string
  requesterMemberStateCode?: string
  requesterNumber?: string
}

type Answer = { readonly status?: number; readonly body: unknown }

export type VatRegisterServer = {
  readonly url: string
  /** All queries, oldest first. */
  readonly asked: Question[]
  /** The answers from now on, by VAT ID; others are unknown. */
  answers: Record<string, Answer | 'hang'>
  /** From now on each query waits for this before it is answered. */
  before: (() => Promise<void>) | undefined
  close(): Promise<void>
}

/** A register of VAT ids on a free port of this machine that answers as VIES does. */
export async function startVatRegister(): Promise<VatRegisterServer> {
  const register: VatRegisterServer = {
    url: '',
    asked: [],
    answers: {},
    before: undefined,
    close: async () => {},
  }
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== '/check-vat-number') {
      response.writeHead(404).end('{}')
      return
    }
    const question = (await json(request as IncomingMessage)) as Question
    register.asked.push(question)
    await register.before?.()
    const answer: Answer | 'hang' =
      register.answers[`${question.countryCode}${question.vatNumber}`] ?? known(question, false)
    if (answer === 'hang') return
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return Object.assign(register, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close })
}

/** VIES's answer about an id that it could look up. */
export function known(question: { countryCode: string; vatNumber: string }, valid: boolean) {
  return {
    body: {
      ...question,
      requestDate: '2026-11-21T10:00:00.000Z',
      valid,
      requestIdentifier: 'WAPIAAAAZ1',
      name: valid ? 'Beispiel GmbH' : '---',
      address: valid ? 'Musterstraße 1\n\n1010 Wien' : '---',
    },
  }
}

/** VIES's answer when a member state's own register does not answer. */
export const resting = {
  status: 500,
  body: { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] },
}
