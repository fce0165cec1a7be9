import * as z from 'zod/mini'

/** The answer of a VAT register. An unavailable register never makes an id invalid. */
type VatAnswer =
  | {
      readonly state: 'valid'
      readonly requestIdentifier?: string
      readonly name?: string
      readonly address?: string
    }
  | { readonly state: 'invalid'; readonly requestIdentifier?: string }
  | { readonly state: 'unavailable'; readonly reason: string }

/** The EU's register of VAT ids, or a compatible one. */
export type VatRegister = {
  /** @param vatId with prefix and without spaces: `ATU12345675`. Never throws. */
  check(vatId: string): Promise<VatAnswer>
}

/**
 * VIES of the European Commission by its REST API (`POST /check-vat-number`). With `requester`, the seller's VAT id,
 * each answer has a consultation number as proof.
 */
export function createVatRegister(
  { url, requester }: { url: string; requester: string | undefined },
  timeoutMs = 10_000,
): VatRegister {
  const own = requester?.replace(/\s/g, '')
  return {
    async check(vatId) {
      const body = JSON.stringify({
        countryCode: vatId.slice(0, 2),
        vatNumber: vatId.slice(2),
        ...(own && { requesterMemberStateCode: own.slice(0, 2), requesterNumber: own.slice(2) }),
      })
      try {
        const response = await fetch(`${url}/check-vat-number`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body,
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        const answer: unknown = await response.json()
        return response.ok ? read(answer) : { state: 'unavailable', reason: faultOf(answer, response.status) }
      } catch (error) {
        return { state: 'unavailable', reason: error instanceof Error ? error.name : 'unknown' }
      }
    },
  }
}

const Answer = z.object({
  valid: z.boolean(),
  requestIdentifier: z.optional(z.string()),
  name: z.optional(z.string()),
  address: z.optional(z.string()),
  /** A code such as MS_UNAVAILABLE, where a member state was unavailable although the status is 200. */
  userError: z.optional(z.string()),
})

const Faults = z.object({ errorWrappers: z.array(z.object({ error: z.string() })) })

/** Codes with `valid: false` that make a statement about the id. */
const aboutTheId = new Set(['VALID', 'INVALID', 'INVALID_INPUT', ''])

function read(answer: unknown): VatAnswer {
  const faults = Faults.safeParse(answer)
  if (faults.success)
    return { state: 'unavailable', reason: faults.data.errorWrappers[0]?.error ?? 'unknown' }
  const found = Answer.safeParse(answer)
  if (!found.success) return { state: 'unavailable', reason: 'an answer that could not be understood' }
  const { valid, userError, requestIdentifier, name, address } = found.data
  if (!valid && !aboutTheId.has(userError ?? ''))
    return { state: 'unavailable', reason: userError ?? 'unknown' }
  const proof = requestIdentifier ? { requestIdentifier } : {}
  if (!valid) return { state: 'invalid', ...proof }
  return { state: 'valid', ...proof, ...disclosed('name', name), ...disclosed('address', address) }
}

/** Some member states return dashes for undisclosed fields. */
function disclosed<Name extends string>(key: Name, text: string | undefined): { [key in Name]?: string } {
  const said = text?.trim().replace(/\n{2,}/g, '\n')
  return (said && !/^-+$/.test(said) ? { [key]: said } : {}) as { [key in Name]?: string }
}

function faultOf(answer: unknown, status: number): string {
  const faults = Faults.safeParse(answer)
  return (faults.success && faults.data.errorWrappers[0]?.error) || `status ${status}`
}
