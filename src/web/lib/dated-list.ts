interface Made {
  readonly id: string;
  readonly createdAt: string;
}

/** The records with this one at its place, as the server lists them: newest day first and, within a day, the last entered. */
export function withDated<R extends Made>(records: readonly R[], record: R, dayOf: (record: R) => string): R[] {
  const others = records.filter(({ id }) => id !== record.id);
  const place = others.findIndex((other) => comesAfter(other, record, dayOf));
  return others.toSpliced(place === -1 ? others.length : place, 0, record);
}

function comesAfter<R extends Made>(other: R, record: R, dayOf: (record: R) => string): boolean {
  const [otherDay, day] = [dayOf(other), dayOf(record)];
  return otherDay < day || (otherDay === day && other.createdAt <= record.createdAt);
}
