/** Why an area does not reach its goal, by its row. */
export const reasons: ReadonlyMap<string, string> = new Map(
  ['landing page', 'listing page', 'video page', 'GET /api/videos, 200', 'GET /api/videos, 304'].map(
    (area) => [area, 'what is missing is the line of the log that each request writes; raw writes none.'],
  ),
)
