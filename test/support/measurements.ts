import { appendFileSync } from 'node:fs';

const file = process.env['ATTACK_FIGURES'];

/** The long run prints these at its end. */
export function recordMeasurement(what: string, figure: string | number): void {
  if (file) appendFileSync(file, `${JSON.stringify([what, String(figure)])}\n`);
}
