/** What the focus goes to in place of something within it, by its heading where it has one; a player would show its bar for it. */
const places = 'section:not(.player), form, [role="region"], main'
/** These return the focus themselves when they close. */
const popUps = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/**
 * Keeps the place of keyboard users: when the element with the focus is removed, such as a button by its
 * own press or what opened a dialog, the heading of the section around it gets the focus, instead of the top of the document.
 * Where the element is drawn anew, the new one gets it.
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
    // a placeholder cannot have the focus: what is drawn in its place gets it
    if (anew?.closest('[inert]')) return
    const place = around.find(({ isConnected }) => isConnected) as HTMLElement | undefined
    const next = anew ?? place?.querySelector<HTMLElement>('h1, h2, h3, h4') ?? place
    if (!next) return
    last = undefined
    if (next.tabIndex < 0) next.tabIndex = -1
    next.focus({ preventScroll: true })
  }).observe(document.body, { childList: true, subtree: true })
}

/** Finds what is drawn in the place of an element: by its id, and for a link of the served document by its address. */
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
