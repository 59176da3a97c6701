import { appendFileSync } from 'node:fs';

export const isLongRun = process.env['ATTACKS'] === 'long';

const file = process.env['ATTACK_FIGURES'];

/** Adds a line to the table that the long run prints at its end. */
export function recordMeasurement(what: string, figure: string | number): void {
  if (file) appendFileSync(file, `${JSON.stringify([what, String(figure)])}\n`);
}
