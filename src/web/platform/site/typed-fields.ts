/** The fields of this page that were typed into. */
export const typedFields = new WeakSet<EventTarget>()
