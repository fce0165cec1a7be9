/** Keeps what was used lately, up to a sum of weights. */
export type RecentlyUsed<Value> = {
  get(key: string): Value | undefined
  /** What alone is heavier than everything may be is not kept. */
  set(key: string, value: Value, weight: number): void
  delete(key: string): void
  clear(): void
}

export function createRecentlyUsed<Value>(mostWeight: number): RecentlyUsed<Value> {
  // a Map remembers the order in which its keys came: the first is the one that was not used for the longest time
  const kept = new Map<string, { value: Value; weight: number }>()
  let weight = 0
  const remove = (key: string) => {
    weight -= kept.get(key)?.weight ?? 0
    kept.delete(key)
  }
  return {
    get(key) {
      const entry = kept.get(key)
      if (!entry) return undefined
      kept.delete(key)
      kept.set(key, entry)
      return entry.value
    },
    set(key, value, entryWeight) {
      remove(key)
      kept.set(key, { value, weight: entryWeight })
      weight += entryWeight
      for (const oldest of kept.keys()) {
        if (weight <= mostWeight) break
        remove(oldest)
      }
    },
    delete: remove,
    clear() {
      kept.clear()
      weight = 0
    },
  }
}
