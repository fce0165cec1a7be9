import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { SignInMethods } from '#contract/accounts/credentials.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem } from '#web/platform/site/api.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'
import { signInMethodsQuery } from './sign-in-methods.ts'

/**
 * A section of the security page for one sign-in method. Users without a password must choose one first, because every
 * change here asks for it.
 */
export function MethodsSection({
  title,
  lead,
  children,
}: {
  title: string
  lead: string
  children: (methods: SignInMethods) => ReactNode
}) {
  const heading = useId()
  const { data: methods, error, refetch } = useQuery(signInMethodsQuery)
  return (
    <section aria-labelledby={heading} className="grid gap-4">
      <div className="grid gap-1">
        <h2 id={heading}>{title}</h2>
        <p className="max-w-prose text-muted">{lead}</p>
      </div>
      {methods ? (
        <>
          {methods.hasPassword ? null : <PasswordFirst />}
          {children(methods)}
        </>
      ) : error ? (
        <div className="grid justify-items-start gap-3">
          <Alert>{error instanceof CallProblem ? error.detail : m.failure()}</Alert>
          <Button onClick={() => refetch()}>{m.sign_in_again()}</Button>
        </div>
      ) : (
        <Skeleton className="h-18 w-full rounded-card" />
      )}
    </section>
  )
}

function PasswordFirst() {
  return (
    <p className="text-sm">
      {m.sign_in_password_first()}{' '}
      <Link to={href('requestReset')} className="link">
        {m.sign_in_choose_password()}
      </Link>
    </p>
  )
}
