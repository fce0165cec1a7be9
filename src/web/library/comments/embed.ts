import { noteForeignScript } from '#web/platform/site/foreign-script.ts'

/** The comment thread of one video. */
export type Thread = {
  /** An empty element that the service draws into. */
  readonly place: HTMLElement
  readonly videoId: string
  readonly title: string
  /** URL of the video's page without a query, for links in the service's mails. */
  readonly address: string
  readonly theme: 'light' | 'dark'
  readonly language: string
}

/** A comment service's integration. */
export type Embed = {
  /** Draws a thread. Rejects if the service cannot be reached. */
  show(thread: Thread): Promise<void>
  /** Changes the theme of a drawn thread. Undefined if the thread must be drawn again. */
  changeTheme?(thread: Thread, theme: Thread['theme']): void
  /** Removes what the service added outside its element. */
  remove?(): void
}

/** Adds a service's script. Resolves once it has run. */
export function runScript(
  place: HTMLElement,
  address: string,
  attributes: Readonly<Record<string, string>> = {},
): Promise<void> {
  const script = document.createElement('script')
  script.src = address
  script.async = true
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value)
  const { pathname } = location
  noteForeignScript((path) => path === pathname)
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error(`${address} could not be loaded`)))
    place.append(script)
  })
}

/** Timeout for the first response of a service, in milliseconds. */
const patienceMs = 15_000

/** Waits for a service's first response. Rejects on timeout. */
export function within<Sign>(sign: Promise<Sign>): Promise<Sign> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the comments service does not answer')), patienceMs)
    sign.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Adds an element for the service to draw into. */
export function addPlace(place: HTMLElement, id: string, attributes: Readonly<Record<string, string>> = {}) {
  const element = document.createElement('div')
  element.id = id
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  place.append(element)
  return element
}
