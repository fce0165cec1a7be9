import { lazy, Suspense, useEffect } from 'react'
import { href } from '#contract/pages.ts'
import { sells } from '#domain/service-mode.ts'
import { m } from '#messages/generated/messages.js'
import { useLocation } from '#web/platform/site/router.tsx'
import { useConfig, useSession } from '#web/platform/site/site.ts'
import { useLocalState } from '#web/platform/site/store.ts'
import { Button, buttonClass } from '#web/platform/ui/button.tsx'
import { Icon } from '#web/platform/ui/icon.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { useDark } from '#web/platform/ui/use-dark.ts'
import { NarrowMenu } from './narrow-menu.tsx'
import { OwnLink } from './own-link.tsx'
import { SearchField } from './search-field.tsx'

// visitors do not need it
const AccountButton = lazy(() => import('./account-button.tsx'))
// needed only with items in the cart
const CartLink = lazy(() => import('./cart-link.tsx'))

/**
 * The header. Its breakpoints are container queries, whose `rem` follows the reader's text size, unlike those of the
 * window.
 */
export function Toolbar() {
  const { navigation } = useConfig()
  const session = useSession()
  const isVisitor = session?.authenticated === false
  const hasOwnLinks = navigation.length > 0
  return (
    <header className="@container sticky [@media(orientation:landscape)_and_(max-height:30rem)]:static top-0 z-40 border-b border-line bg-page/90 [backdrop-filter:blur(12px)]">
      <div className="relative mx-auto grid min-h-14 max-w-[90rem] grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 px-4 @[40rem]:gap-6 @[40rem]:px-6 @[64rem]:grid-cols-[1fr_minmax(0,18rem)_1fr] @[80rem]:grid-cols-[1fr_minmax(0,24rem)_1fr]">
        <div className="flex min-w-0 items-center gap-6 justify-self-start">
          <HomeLink />
          {hasOwnLinks ? null : <MainLinks className="hidden gap-4 text-sm @[64rem]:flex" />}
        </div>
        <SearchField />
        <div className="flex items-center gap-2 justify-self-end">
          {/* first, so that nothing else moves when it appears */}
          <Cart className="@max-[40rem]:hidden" />
          <div className="@max-[40rem]:hidden">
            <ThemeToggle />
          </div>
          {session?.authenticated ? (
            <Suspense fallback={<span className="avatar-button" />}>
              <AccountButton session={session} />
            </Suspense>
          ) : null}
          {/* no login link before the session is known */}
          {session === undefined ? <span className="avatar-button" /> : null}
          {isVisitor ? <LoginLink /> : null}
          {isVisitor ? <StartLink className="@max-[40rem]:hidden" /> : null}
          <NarrowMenu className={hasOwnLinks ? '@[40rem]:hidden' : '@[64rem]:hidden'}>
            {hasOwnLinks ? null : <MainLinks className="grid" />}
            <div className="grid gap-2 @[40rem]:hidden">
              <Cart />
              <ThemeToggle named />
              {isVisitor ? <StartLink /> : null}
            </div>
          </NarrowMenu>
        </div>
      </div>
      {hasOwnLinks ? (
        <nav
          aria-label={m.site_navigation()}
          className="mx-auto flex max-w-[90rem] flex-wrap gap-x-6 px-4 pb-2 text-sm @[40rem]:px-6"
        >
          {navigation.map((link) => (
            <OwnLink key={link.to} link={link} className="py-0.5 text-muted hover:text-ink" />
          ))}
        </nav>
      ) : null}
    </header>
  )
}

/** The site's logo and name, which lead to the landing page. */
function HomeLink() {
  const { productName, logoUrl, logoSize } = useConfig()
  return (
    <Link to={href('landing')} className="flex min-w-0 items-center gap-2.5 font-semibold tracking-tight">
      {logoUrl ? (
        <img src={logoUrl} alt="" {...logoSize} className="h-6 w-auto max-w-32 shrink-0 object-contain" />
      ) : (
        <Mark />
      )}
      <span className="sr-only @[40rem]:not-sr-only @[40rem]:truncate">{productName}</span>
    </Link>
  )
}

/**
 * The main links for visitors and members; the operator's own links replace them. On narrow screens they are in the
 * menu.
 */
function MainLinks({ className }: { className: string }) {
  const { series, shop } = useConfig()
  const isVisitor = useSession()?.authenticated === false
  const links = [
    { to: href('content'), text: m.main_videos() },
    ...(isVisitor ? [{ to: href('pricing'), text: m.footer_pricing() }] : []),
    ...(isVisitor ? [{ to: href('faq'), text: m.footer_faq() }] : []),
    ...(series && !isVisitor ? [{ to: `${href('content')}#series`, text: m.series() }] : []),
    ...(shop ? [{ to: href('shop'), text: m.footer_shop() }] : []),
  ]
  return (
    <nav aria-label={m.main_navigation()} className={className}>
      {links.map(({ to, text }) => (
        <Link key={to} to={to} className="py-1 text-muted hover:text-ink @max-[64rem]:py-2">
          {text}
        </Link>
      ))}
    </nav>
  )
}

/** The cart link, while the cart holds something that can be bought. */
function Cart({ className }: { className?: string }) {
  const { shop } = useConfig()
  const isEmpty = useLocalState(({ cart }) => cart.length === 0)
  return isEmpty || !shop ? null : (
    <Suspense>
      <CartLink className={className} />
    </Suspense>
  )
}

/** A link to the free trial, if the site offers one. */
function StartLink({ className = '' }: { className?: string }) {
  const { serviceMode, trialDays } = useConfig()
  if (!sells(serviceMode) || trialDays === 0) return null
  return (
    <Link to={href('register')} className={`${buttonClass({ variant: 'primary' })} ${className}`}>
      {m.start_free()}
    </Link>
  )
}

/** The login link. A visitor who comes from the library returns there. */
function LoginLink() {
  const { pathname, search } = useLocation()
  const inLibrary = pathname === href('content') || pathname.startsWith(`${href('content')}/`)
  const next = inLibrary ? pathname + search : undefined
  return (
    <Link to={href('login', {}, { next })} className={buttonClass()}>
      {m.login_link()}
    </Link>
  )
}

function Mark() {
  return (
    <svg viewBox="0 0 32 32" className="size-6 shrink-0" aria-hidden>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path d="M12 9.5v13l11-6.5z" className="fill-accent-ink" />
    </svg>
  )
}

/** Switches between light and dark; the system's preference is the default. `named` shows its label beside the icon. */
function ThemeToggle({ named = false }: { named?: boolean }) {
  const theme = useLocalState((state) => state.theme)
  const set = useLocalState((state) => state.set)
  const dark = useDark()

  useEffect(() => {
    if (theme) document.documentElement.dataset.theme = theme
    else delete document.documentElement.dataset.theme
  }, [theme])

  const label = dark ? m.use_light_theme() : m.use_dark_theme()
  return (
    <Button
      variant="quiet"
      size={named ? 'normal' : 'icon'}
      className={named ? 'justify-start px-0!' : ''}
      title={named ? undefined : label}
      onClick={() => set({ theme: dark ? 'light' : 'dark' })}
    >
      <Icon name={dark ? 'sun' : 'moon'} className="size-4.5" />
      <span className={named ? undefined : 'sr-only'}>{label}</span>
    </Button>
  )
}
