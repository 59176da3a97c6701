interface Created {
  readonly id: string;
  readonly createdAt: string;
}

export const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const byCreation = (a: Created, b: Created): number => compare(b.createdAt, a.createdAt) || compare(b.id, a.id);

/** By day, if there is one, then by time of entry, like the server's lists. */
export const newestFirst = <R extends Created>(rows: readonly R[], dayOf?: (row: R) => string): R[] =>
  rows.toSorted(dayOf ? (a, b) => compare(dayOf(b), dayOf(a)) || byCreation(a, b) : byCreation);
