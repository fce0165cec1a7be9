/** Elements that take typed text, and lists that letter keys select from. */
const fields = 'input:not([type="checkbox"]), textarea, select, [contenteditable]'

/** Whether keys pressed at a target are text input. */
export function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(fields) !== null
}

/**
 * Whether the user is typing on this page or has unsent text: a field or a foreign frame has the focus, or a field is
 * not empty.
 */
export function isWriting(): boolean {
  if (document.activeElement instanceof HTMLIFrameElement || isField(document.activeElement)) return true
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(texts)].some(
    ({ value }) => value.trim() !== '',
  )
}

const texts = 'input:is(:not([type]), [type="text"], [type="search"]), textarea'
