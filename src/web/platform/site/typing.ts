/** What writes: fields and editable texts, and lists that letters choose from. */
const fields = 'input:not([type="checkbox"]), textarea, select, [contenteditable]'

/** Whether the keys pressed at a target write there. */
export function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(fields) !== null
}

/** Whether somebody is writing on this page, or has begun to: a field or a foreign frame has the focus, or a field holds text. */
export function isWriting(): boolean {
  if (document.activeElement instanceof HTMLIFrameElement || isField(document.activeElement)) return true
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(texts)].some(
    ({ value }) => value.trim() !== '',
  )
}

const texts = 'input:is(:not([type]), [type="text"], [type="search"]), textarea'
