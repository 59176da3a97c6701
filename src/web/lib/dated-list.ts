interface Created {
  readonly id: string;
  readonly createdAt: string;
}

/** The server's order: newest day first and, within a day, the last created. */
export function insertByDate<R extends Created>(records: readonly R[], record: R, dayOf: (record: R) => string): R[] {
  const others = records.filter(({ id }) => id !== record.id);
  const index = others.findIndex((other) => comesAfter(other, record, dayOf));
  return others.toSpliced(index === -1 ? others.length : index, 0, record);
}

function comesAfter<R extends Created>(other: R, record: R, dayOf: (record: R) => string): boolean {
  const [otherDay, day] = [dayOf(other), dayOf(record)];
  return otherDay < day || (otherDay === day && other.createdAt <= record.createdAt);
}
