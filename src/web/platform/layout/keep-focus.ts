/** What the focus goes to in place of something within it, by its heading where it has one; a player would show its bar for it. */
const places = 'section:not(.player), form, [role="region"], main'
/** These return the focus themselves when they close. */
const popUps = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/**
 * Keeps the place of keyboard users: when the element with the focus is removed, such as a button by its
 * own press or what opened a dialog, the heading of the section around it gets the focus, instead of the top of the document.
 */
export function keepFocus(): void {
  let last: Element | undefined
  let around: Element[] = []
  const remember = (target: EventTarget | null) => {
    if (!(target instanceof Element) || target.closest(popUps)) return
    last = target
    around = ancestorsOf(target).filter((element) => element.matches(places))
  }
  remember(document.activeElement)
  document.addEventListener('focusin', ({ target }) => remember(target))
  new MutationObserver(() => {
    if (!last || last.isConnected || document.activeElement !== document.body) return
    last = undefined
    const place = around.find(({ isConnected }) => isConnected)
    const heading = place?.querySelector<HTMLElement>('h1, h2, h3, h4') ?? (place as HTMLElement | undefined)
    if (!heading) return
    if (heading.tabIndex < 0) heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }).observe(document.body, { childList: true, subtree: true })
}

function ancestorsOf(element: Element): Element[] {
  const parent = element.parentElement
  return parent ? [parent, ...ancestorsOf(parent)] : []
}
