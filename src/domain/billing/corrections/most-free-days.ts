/** The most free days of one correction. */
export const mostFreeDays = 366
