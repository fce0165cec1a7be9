/** Address part with which the page is loaded anew to show its comments. */
export const commentsHash = '#comments'
