import type { Interval } from '#domain/interval.ts'
import { m } from '#messages/generated/messages.js'

/** '1 month', '3 months' (product.md section 2, Pricing). */
export function intervalName({ value: count, unit }: Interval): string {
  switch (unit) {
    case 'd':
      return m.interval_day({ count })
    case 'w':
      return m.interval_week({ count })
    case 'm':
      return m.interval_month({ count })
    case 'y':
      return m.interval_year({ count })
  }
}

/** 'every month', 'every 3 months'. */
export function everyInterval({ value: count, unit }: Interval): string {
  switch (unit) {
    case 'd':
      return m.every_day({ count })
    case 'w':
      return m.every_week({ count })
    case 'm':
      return m.every_month({ count })
    case 'y':
      return m.every_year({ count })
  }
}
