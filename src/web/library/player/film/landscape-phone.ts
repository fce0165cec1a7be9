/** A phone in landscape, where the film is as large as the screen; player.css and video-page.css ask the same. */
export function landscapePhone(): MediaQueryList {
  return matchMedia('(orientation: landscape) and (max-height: 30rem) and (pointer: coarse)')
}
