import { declarationCalls } from '#contract/billing/declaration-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { LinkedAct, useLinkedAct } from '#web/business/profile/linked-act.tsx'
import { usePageTitle } from '#web/platform/layout/page-title.ts'
import { buttonClass } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'

/** The page of a mailed link by which a contract's holder denies a cancellation. */
export function Component() {
  usePageTitle(m.not_me_page())
  const act = useLinkedAct(declarationCalls.takeBackDeclaration)
  const outcome = act.done?.outcome
  return (
    <LinkedAct
      title={titles[outcome ?? 'asked']()}
      lead={m.not_me_lead()}
      button={m.not_me_button()}
      act={act}
      done={
        outcome === undefined ? null : (
          <>
            <p>{outcome === 'restored' ? m.not_me_restored() : m.not_me_again()}</p>
            <Link
              to={outcome === 'restored' ? href('subscription') : href('subscribe', { step: '1' })}
              className={buttonClass({ variant: 'primary', size: 'large' })}
            >
              {outcome === 'restored' ? m.declaration_to_subscription() : m.not_me_subscribe()}
            </Link>
          </>
        )
      }
    />
  )
}

const titles = {
  asked: m.not_me_title,
  restored: m.not_me_restored_title,
  'subscribe-again': m.not_me_again_title,
} as const
