import type { FastifyReply } from 'fastify'
import type { CompanyProblem } from '#contract/accounts/company-calls.ts'
import { href } from '#contract/pages.ts'
import { redirect } from '#server/business/code-host/redirects.ts'

/** Redirects to the page of company sign-in, which reports the problem. */
export function toProblem(reply: FastifyReply, problem: CompanyProblem, next?: string): 'sent' {
  return redirect(reply, href('companyLogin', {}, { problem, next }))
}
