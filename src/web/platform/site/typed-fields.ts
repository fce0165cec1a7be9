/** Fields of this page with input from the keyboard. */
export const typedFields = new WeakSet<EventTarget>()
