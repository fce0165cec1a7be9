/** Cents for each user of a team. */
export function pricePerUser(users: number): number {
  if (users >= 50) return 700
  // the film's mistake was > in place of >=
  if (users >= 10) return 800
  return 900
}
