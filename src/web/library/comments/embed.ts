import { noteForeignScript } from '#web/platform/site/foreign-script.ts'

/** The comments on one video, as a service is told of them. */
export type Thread = {
  /** Where they are drawn: nothing else is in it. */
  readonly place: HTMLElement
  readonly videoId: string
  readonly title: string
  /** Of the video's page, without a query: what the service mails links to. */
  readonly address: string
  readonly theme: 'light' | 'dark'
  readonly language: string
}

/** A service in the page. */
export type Embed = {
  /** Draws a thread; rejects where the service can not be reached. */
  show(thread: Thread): Promise<void>
  /** Changes the theme of a drawn thread; undefined if it must be drawn again. */
  changeTheme?(thread: Thread, theme: Thread['theme']): void
  /** Takes away what the service keeps outside its place. */
  remove?(): void
}

/** Adds a service's script; resolves once it has run. */
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

/** How long a service may take to draw something, in milliseconds. */
const patienceMs = 15_000

/** Waits for a sign of life; rejects where none comes. */
export function within<Sign>(sign: Promise<Sign>): Promise<Sign> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the comments service does not answer')), patienceMs)
    sign.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** An element for the service to draw in. */
export function addPlace(place: HTMLElement, id: string, attributes: Readonly<Record<string, string>> = {}) {
  const element = document.createElement('div')
  element.id = id
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  place.append(element)
  return element
}
