import type { Category } from '../film.ts'
import { css } from './frontend-css.ts'
import { react } from './frontend-react.ts'

export const frontend: readonly Category[] = [
  {
    folder: 'frontend',
    name: 'Frontend',
    position: 3,
    hue: 195,
    description:
      'What the browser can do for you today: style sheets that think for themselves, and React without surprises.',
    films: [],
  },
  ...css,
  ...react,
]
