import { lazyAhead } from '#web/library/videos/lazy-ahead.ts'

/** Needed for searches only. Loaded before a listing whose URL has a search, because it makes cards taller. */
export const MatchReason = lazyAhead(() => import('./match-reason.tsx'))
