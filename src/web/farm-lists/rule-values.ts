import { isRule } from '#domain/health/herd-rules.ts';
import { infoOf } from '#domain/records/fields.ts';
import { type HerdRule, ruleFields } from '#domain/records/group.ts';
import { fromFormValue } from '#web/lib/forms/record-form.ts';

export type RuleName = keyof typeof ruleFields;

export const ruleNames = Object.keys(ruleFields) as readonly RuleName[];

const isRuleName = (name: string): name is RuleName => Object.hasOwn(ruleFields, name);

/** Whether the animals are moved into the group, or follow from a rule; and the conditions of the rule as typed. */
export type RuleValues = Readonly<Record<RuleName | 'membership', string>>;

export function ruleValuesOf(rule: HerdRule): RuleValues {
  const values = ruleNames.map((name) => [name, rule[name] === undefined ? '' : String(rule[name])]);
  return { membership: isRule({ rule }) ? 'rule' : 'moved', ...(Object.fromEntries(values) as Record<RuleName, string>) };
}

/** The rule for a request; conditions without a value are left out. */
export function ruleInputOf(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (values['membership'] !== 'rule') return {};
  return Object.fromEntries(
    ruleNames.flatMap((name) => {
      const [value, { kind }] = [values[name], infoOf(ruleFields[name])];
      if (typeof value !== 'string' || value.trim() === '') return [];
      return [[name, kind === 'yesNo' ? true : fromFormValue(kind, value)]];
    }),
  );
}

/** What a condition asks for when it is added. */
export const firstValues: Readonly<Record<RuleName, string>> = {
  species: 'sheep',
  sex: 'female',
  age: 'grown',
  bornYear: '',
  breed: '',
  placeId: '',
  groupId: '',
  dueWithinDays: '7',
  inWithdrawal: 'true',
  neverWeighed: 'true',
  notWeighedForDays: '30',
  notTreatedForDays: '30',
  gradeTo: '2',
  famachaFrom: '3',
  bodyConditionTo: '2',
};

export const ruleLabel = (name: string): string | undefined => (isRuleName(name) ? infoOf(ruleFields[name]).label : undefined);
