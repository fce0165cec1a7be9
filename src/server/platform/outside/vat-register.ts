import * as z from 'zod/mini'

/** What a register of VAT ids says. One that cannot be asked never means that an id is wrong. */
type VatAnswer =
  | {
      readonly state: 'valid'
      readonly requestIdentifier?: string
      readonly name?: string
      readonly address?: string
    }
  | { readonly state: 'invalid'; readonly requestIdentifier?: string }
  | { readonly state: 'unavailable'; readonly reason: string }

/** The register of VAT ids of the EU, or one that answers like it. */
export type VatRegister = {
  /** @param vatId with its prefix and without spaces: `ATU12345675`. Never throws. */
  check(vatId: string): Promise<VatAnswer>
}

/**
 * VIES of the European Commission by its REST interface (`POST /check-vat-number`). With `requester`, the seller's own
 * VAT id, each answer has a number by which it can be proved later.
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
  /** A word such as MS_UNAVAILABLE, where a member state could not be asked although the answer is a 200. */
  userError: z.optional(z.string()),
})

const Faults = z.object({ errorWrappers: z.array(z.object({ error: z.string() })) })

/** Words that come with `valid: false` and are a statement about the id. */
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

/** Some member states answer dashes in place of what they do not disclose. */
function disclosed<Name extends string>(key: Name, text: string | undefined): { [key in Name]?: string } {
  const said = text?.trim().replace(/\n{2,}/g, '\n')
  return (said && !/^-+$/.test(said) ? { [key]: said } : {}) as { [key in Name]?: string }
}

function faultOf(answer: unknown, status: number): string {
  const faults = Faults.safeParse(answer)
  return (faults.success && faults.data.errorWrappers[0]?.error) || `status ${status}`
}
