import { appendFileSync } from 'node:fs';

/** The long form (`npm run test:attacks`) asks the same laws far more often. */
export const isLongRun = process.env['ATTACKS'] === 'long';

const file = process.env['ATTACK_FIGURES'];

/** A figure for the table that the long form prints at its end. */
export function recordMeasurement(what: string, figure: string | number): void {
  if (file) appendFileSync(file, `${JSON.stringify([what, String(figure)])}\n`);
}
