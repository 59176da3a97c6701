import { z } from 'zod';
import { sexes, speciesList } from './animals.ts';
import { maxNameLength } from '../values/farm-lists.ts';
import { field, type Fields } from './fields.ts';
import { Id, optionalText, requiredLine } from './values.ts';

/** Longer than any pregnancy, and any interval between weighings. */
const maxRuleDays = 1000;

const days = (label: string) => {
  const message = `Must be a number of days from 0 to ${maxRuleDays}`;
  return field(z.int(message).min(0, message).max(maxRuleDays, message), { kind: 'days', label });
};

const score = (label: string) =>
  field(z.int('Must be a whole number from 1 to 5').min(1, 'Must be from 1 to 5').max(5, 'Must be from 1 to 5'), {
    kind: 'number',
    label,
  });

const yes = (label: string) => field(z.literal(true, 'Must be true or left out'), { kind: 'yesNo', label });

/** The conditions of a rule; each is left out or holds for all of its animals. */
export const ruleFields = {
  species: field(z.enum(speciesList, 'Choose goat or sheep'), { kind: 'choice', label: 'Species' }),
  sex: field(z.enum([...sexes, 'wether'], 'Choose female, male or wether'), { kind: 'choice', label: 'Sex' }),
  age: field(z.enum(['young', 'grown'], 'Choose young or grown'), { kind: 'choice', label: 'Age' }),
  bornYear: field(z.int('Must be a year').min(1980, 'Must be a year from 1980 on').max(2200, 'Must be a year from 1980 on'), {
    kind: 'year',
    label: 'Born in the year',
  }),
  breed: field(requiredLine(100, 'Name the breed'), { kind: 'text', label: 'Breed' }),
  placeId: field(Id, { kind: 'reference', label: 'Place' }),
  /** A group that is not a rule itself. */
  groupId: field(Id, { kind: 'reference', label: 'Group' }),
  dueWithinDays: days('Due within (days)'),
  inWithdrawal: yes('In withdrawal'),
  neverWeighed: yes('Never weighed'),
  notWeighedForDays: days('Not weighed for (days)'),
  notTreatedForDays: days('Not treated for (days)'),
  gradeTo: score('Health grade at most'),
  famachaFrom: score('FAMACHA at least'),
  bodyConditionTo: score('Body condition at most'),
} as const satisfies Fields;

/** Animals that are handled together, at whatever places they are. */
export const groupFields = {
  name: field(requiredLine(maxNameLength, 'Name the group'), { kind: 'text', label: 'Name' }),
  note: field(optionalText(2000), { kind: 'text', label: 'Note', unset: null }),
  /** Without conditions, its animals are those that were moved into it. */
  rule: field(z.object(ruleFields).partial(), { kind: 'object', label: 'Rule', unset: {} }),
} as const satisfies Fields;

export type HerdRule = Readonly<z.output<typeof groupFields.rule>>;
