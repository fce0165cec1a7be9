/**
 * An external service gave no usable answer: expected, and retried. Logged without a stack, which would only name our
 * own code.
 */
export class Unavailable extends Error {}
