/**
 * Containers that take the focus of an element removed from them, at their heading if any. Not the player, which shows
 * its controls on focus.
 */
const places = 'section:not(.player), form, [role="region"], main'
/** Pop-ups that restore the focus themselves on closing. */
const popUps = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/**
 * Preserves the position of keyboard users. When the focused element is removed (a button that disappears when pressed,
 * the opener of a dialog), the heading of the section around it gets the focus, instead of the top of the document. If
 * the element is rendered anew, the new one gets it.
 */
export function keepFocus(): void {
  let last: Element | undefined
  let around: Element[] = []
  let successor: () => HTMLElement | null | undefined = () => undefined
  const remember = (target: EventTarget | null) => {
    if (!(target instanceof Element) || target.closest(popUps)) return
    last = target
    successor = successorOf(target)
    around = ancestorsOf(target).filter((element) => element.matches(places))
  }
  remember(document.activeElement)
  document.addEventListener('focusin', ({ target }) => remember(target))
  new MutationObserver(() => {
    if (!last || last.isConnected || document.activeElement !== document.body) return
    const anew = successor()
    // a placeholder cannot have the focus: the element that replaces it gets it
    if (anew?.closest('[inert]')) return
    const place = around.find(({ isConnected }) => isConnected) as HTMLElement | undefined
    const next = anew ?? place?.querySelector<HTMLElement>('h1, h2, h3, h4') ?? place
    if (!next) return
    last = undefined
    if (next.tabIndex < 0) next.tabIndex = -1
    next.focus({ preventScroll: true })
  }).observe(document.body, { childList: true, subtree: true })
}

/**
 * Returns a search for the element rendered in place of this one: by its id, or for a link of the served document by
 * its URL.
 */
function successorOf(element: Element): () => HTMLElement | null | undefined {
  if (element.id) return () => document.getElementById(element.id)
  const address = element.getAttribute('href')
  if (!address || !document.querySelector('#root .document')) return () => undefined
  const alike = () =>
    [...document.querySelectorAll<HTMLElement>('a')].filter((link) => link.getAttribute('href') === address)
  const nth = alike().findIndex((link) => link.isSameNode(element))
  return () => alike()[nth]
}

function ancestorsOf(element: Element): Element[] {
  const parent = element.parentElement
  return parent ? [parent, ...ancestorsOf(parent)] : []
}
