/**
 * A service outside the site did not answer, or not usefully: expected, and tried again. The log shows the message
 * without a stack, which would only name our own code.
 */
export class Unavailable extends Error {}
