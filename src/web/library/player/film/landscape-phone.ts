/** Matches phones in landscape, where the film fills the screen; player.css and video-page.css have the same query. */
export function landscapePhone(): MediaQueryList {
  return matchMedia('(orientation: landscape) and (max-height: 30rem) and (pointer: coarse)')
}
