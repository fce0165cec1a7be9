/** The lengths of a pause, in months. */
export const pauseLengths = [1, 2, 3] as const
