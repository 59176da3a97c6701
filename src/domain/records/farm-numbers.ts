import { field, type Fields, type RecordOf } from './fields.ts';
import { optionalLine } from './values.ts';

/** A British county, parish and holding, or an establishment with the two letters of its country. */
const holdings = /^(?:\d{2}\/?\d{3}\/?\d{4}|[A-Z]{2}[A-Z\d /.-]{4,20})$/i;
const premises = /^[A-Z\d]{6,8}$/i;

/** How authorities and societies call the farm. */
export const farmNumberFields = {
  flock: field(optionalLine(40), { kind: 'text', label: 'Flock or herd number', unset: null }),
  holding: field(
    optionalLine(40).refine(
      (text) => text === null || holdings.test(text),
      'Write it as 12/345/6789, or with the two letters of the country',
    ),
    { kind: 'text', label: 'Holding number (CPH)', unset: null },
  ),
  premises: field(
    optionalLine(40).refine(
      (text) => text === null || premises.test(text),
      'It has six to eight letters and digits, such as 00A1B2C',
    ),
    { kind: 'text', label: 'Premises number (PIN or PIC)', unset: null },
  ),
} as const satisfies Fields;

export type FarmNumbers = RecordOf<typeof farmNumberFields>;

/** By which papers and files call the farm, the most official first. */
export const officialNumberOf = (numbers: FarmNumbers | null): string | null =>
  numbers && (numbers.holding ?? numbers.premises ?? numbers.flock);
