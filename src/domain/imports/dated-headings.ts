const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec';
const dates = [
  /\d{4}[-/.]\d{1,2}[-/.]\d{1,2}/,
  /\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})(?!\d)/,
  new RegExp(`\\d{1,2}(?:st|nd|rd|th)?[ -](?:${months})[a-z]*[ ,.-]*\\d{2,4}`, 'i'),
  new RegExp(`(?:${months})[a-z]*[ .-]*\\d{1,2}(?:st|nd|rd|th)?,? +\\d{4}`, 'i'),
];

/** The day in a heading such as `Weight 2026-04-14 (kg)`, of a table that has a column for each weighing. */
export function dayInHeading(heading: string): string | undefined {
  for (const date of dates) {
    const found = date.exec(heading);
    if (found) return found[0];
  }
  return undefined;
}

/** A heading of a day, and of nothing but a weight. */
export function isDatedWeight(heading: string): boolean {
  const day = dayInHeading(heading);
  if (day === undefined) return false;
  const rest =
    heading
      .replace(day, ' ')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  return rest.every((word) =>
    /^(?:weights?|wts?|wgt|live|body|weighed|weighing|on|at|of|kgs?|lbs?|g|grams?|pounds?|in|date|day|w|liveweight|lw|the)$/.test(
      word,
    ),
  );
}
