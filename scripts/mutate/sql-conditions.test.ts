import { expect, test } from 'vitest'
import { changesOfSql, maskSql } from './sql-conditions.ts'

const changed = (sql: string) =>
  changesOfSql(maskSql(sql, [])).map(
    ({ start, end, replacement }) => `${sql.slice(start, end)} → ${replacement}`,
  )

test.each([
  [
    'each of two conditions',
    'select a from t where a = 1 and b is null',
    ['a = 1 → true', 'b is null → true'],
  ],
  ['a single condition', 'delete from t where id = $1 returning id', ['id = $1 → true']],
  ['alternatives', 'where a or b', ['a → false', 'b → false']],
  ['and binds closer than or', 'where a and b or c', ['a → true', 'b → true', 'c → false']],
  [
    'what is in parentheses',
    'where (a is null or b) and c',
    ['(a is null or b) → true', 'a is null → false', 'b → false', 'c → true'],
  ],
  [
    'a join',
    'from a join b on b.id = a.id and b.x left join c on c.y where d',
    ['b.id = a.id → true', 'b.x → true', 'c.y → true', 'd → true'],
  ],
  ['a subquery', 'select exists(select from c where c.u = u.id) as is_c', ['c.u = u.id → true']],
  ['a filter', 'count(*) filter (where a = b) as n', ['a = b → true']],
  ['a range is one condition', 'where a between 1 and 2 and b', ['a between 1 and 2 → true', 'b → true']],
  ['null-safe comparison', 'where a is distinct from b and c', ['a is distinct from b → true', 'c → true']],
  ['a function that is named as a join', 'where left(a, 2) = b and c', ['left(a, 2) = b → true', 'c → true']],
  ['bounds', 'select a < b, c >= d', ['< → <=', '>= → >']],
  ['operators of JSON are no bounds', "select a->>'b' @> c, d <> e", []],
  ['a conflict is no condition', 'insert into a values (1) on conflict (a) do nothing', []],
  ['words in strings', 'select \'a and b\', "or"', []],
  ['locks', 'select a for update skip locked', ['for update skip locked → ']],
  ['a weaker lock', 'select a for no key update of b', ['for no key update of b → ']],
])('%s', (_, sql, expected) => {
  expect(changed(sql)).toEqual(expected)
})

test('interpolated parts are words', () => {
  expect(maskSql("a = $('and') and d", [{ start: 4, end: 12 }])).toBe('a = xxxxxxxx and d')
})
