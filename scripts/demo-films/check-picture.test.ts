import { expect, test } from 'vitest'
import { mistakesOfPicture } from './check-picture.ts'
import { draw } from './picture.ts'

test.each<[string, string, string[]]>([
  ['a label beside its arrow', draw.arrow(0, 100, 400, 100, 'label'), []],
  ['the label of a sloping arrow', draw.arrow(0, 50, 400, 250, 'a longer label'), []],
  ['the label of a steep arrow', draw.arrow(100, 0, 150, 300, 'label'), []],
  [
    'a label on a stroke',
    draw.line(0, 100, 400, 100) + draw.text(200, 100, 'label'),
    ['the label "label" is crossed by a stroke'],
  ],
  [
    'a label that touches a stroke',
    draw.line(0, 100, 400, 100) + draw.text(200, 120, 'label'),
    ['the label "label" is crossed by a stroke'],
  ],
  [
    'a label on the edge of a box',
    draw.box(100, 100, 200, 60, '') + draw.text(100, 130, 'label'),
    ['the label "label" is crossed by a stroke'],
  ],
  ['a stroke behind a box', draw.line(0, 100, 400, 100) + draw.box(100, 70, 200, 60, 'label'), []],
  [
    'a stroke seen through a box',
    draw.line(0, 100, 400, 100) + draw.box(100, 70, 200, 60, 'label', 'quiet'),
    ['the label "label" is crossed by a stroke'],
  ],
  [
    'a stroke over a box',
    draw.box(100, 70, 200, 60, 'label') + draw.line(0, 100, 400, 100),
    ['the label "label" is crossed by a stroke'],
  ],
  [
    'a stroke over a circle',
    draw.circle(200, 100, 60, 'abc') + draw.line(0, 100, 400, 100),
    ['the label "abc" is crossed by a stroke'],
  ],
  [
    'two labels in one place',
    draw.text(200, 100, 'one') + draw.text(220, 110, 'other'),
    ['the label "one" meets "other"'],
  ],
  ['a label beyond the edge', draw.text(380, 100, 'label'), ['the label "label" is cut off']],
  [
    'a label wider than its box',
    draw.box(100, 100, 80, 60, 'label'),
    ['the label "label" does not fit into its box', 'the label "label" is crossed by a stroke'],
  ],
  ['letters that HTML escapes', draw.box(100, 100, 120, 60, 'a < b'), []],
])('%s', (_, svg, mistakes) => {
  expect(mistakesOfPicture(svg, 400, 300)).toEqual(mistakes)
})
