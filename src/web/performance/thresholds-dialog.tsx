import type { OpenProps } from '#web/components/dialogs/dialog.tsx';
import { isIndex, parseBreedingValue, traitMeaning } from '#domain/breeding/breeding-values.ts';
import { cullLimitBounds } from '#domain/performance/cull-limit-bounds.ts';
import type { BreedingValueLimits, CullLimits } from '#domain/performance/cull-limits.ts';
import { TextField } from '#web/components/forms/form.tsx';
import { RulesDialog } from '#web/herd/breeding/rules-dialog.tsx';
import { useBreedingRules } from '#web/herd/breeding/use-breeding-rules.ts';

interface Props extends OpenProps {
  /** Traits for which the farm has breeding values. */
  readonly traits: readonly string[];
}

type Limit = keyof CullLimits;

const labels: Readonly<Record<Limit, string>> = {
  lived: 'Young that lived: fewer than (%)',
  growth: 'Growth of the young: below (their groups are 100)',
  interval: 'Between births: more than (days)',
  famacha: 'FAMACHA: from',
  dewormed: 'Dewormed in 12 months: from (days)',
  years: 'Age: from (years)',
};
const names = Object.keys(labels) as Limit[];

/** Shares are typed as percentages. */
const scaleOf = (name: Limit): number => (cullLimitBounds[name].most === 1 ? 100 : 1);

type Entries = Record<string, string>;

const accuracy = 'accuracy';
const minOf = (trait: string) => `least:${keyOf(trait)}`;
const maxOf = (trait: string) => `most:${keyOf(trait)}`;
/** In a field name, a dot would denote a nested field. */
const keyOf = (trait: string) => trait.replaceAll('.', '·');

/** null if empty; undefined if not a number. */
const numberIn = (typed = ''): number | null | undefined => (typed.trim() === '' ? null : parseBreedingValue(typed));

const rangeFault = (typed: string | undefined, least: number, most: number): string | undefined => {
  const value = numberIn(typed);
  if (value === null) return undefined;
  return value !== undefined && value >= least && value <= most
    ? undefined
    : `Enter a number from ${least} to ${most}, or leave it empty`;
};

function violations(typed: Entries, traits: readonly string[]): Record<string, string | undefined> {
  const found: Record<string, string | undefined> = { [accuracy]: rangeFault(typed[accuracy], 0, 100) };
  for (const name of names) {
    const { least, most } = cullLimitBounds[name];
    found[name] = rangeFault(typed[name], least * scaleOf(name), most * scaleOf(name));
  }
  for (const trait of traits) {
    const [least, most] = [numberIn(typed[minOf(trait)]), numberIn(typed[maxOf(trait)])];
    if (least === undefined) found[minOf(trait)] = 'Enter a number, or leave it empty';
    if (most === undefined) found[maxOf(trait)] = 'Enter a number, or leave it empty';
    if (typeof least === 'number' && typeof most === 'number' && least > most) {
      found[maxOf(trait)] = 'Cannot be less than the lowest value';
    }
  }
  return found;
}

const textOf = (value: number | null): string => (value === null ? '' : String(value));

function entriesOf(cullLimits: CullLimits, values: BreedingValueLimits, traits: readonly string[]): Entries {
  const entries: Entries = { [accuracy]: textOf(values.leastAccuracy) };
  for (const name of names) {
    const limit = cullLimits[name];
    entries[name] = textOf(limit === null ? null : Math.round(limit * scaleOf(name) * 100) / 100);
  }
  for (const trait of traits) {
    const limit = values.traits.find((each) => each.trait === trait);
    entries[minOf(trait)] = textOf(limit?.atLeast ?? null);
    entries[maxOf(trait)] = textOf(limit?.atMost ?? null);
  }
  return entries;
}

const limitsIn = (typed: Entries): CullLimits =>
  Object.fromEntries(
    names.map((name) => {
      const value = numberIn(typed[name]) ?? null;
      return [name, value === null ? null : value / scaleOf(name)];
    }),
  ) as unknown as CullLimits;

const valueLimitsIn = (typed: Entries, traits: readonly string[]): BreedingValueLimits => ({
  leastAccuracy: numberIn(typed[accuracy]) ?? null,
  traits: traits.flatMap((trait) => {
    const atLeast = numberIn(typed[minOf(trait)]) ?? null;
    const atMost = numberIn(typed[maxOf(trait)]) ?? null;
    return atLeast === null && atMost === null ? [] : [{ trait, atLeast, atMost }];
  }),
});

export function ThresholdsDialog({ traits: own, ...props }: Props) {
  const { breedingValueLimits } = useBreedingRules();
  const traits = [...new Set([...own, ...breedingValueLimits.traits.map(({ trait }) => trait)])];
  return (
    <RulesDialog<Entries>
      {...props}
      title="Thresholds"
      description="A female past one of these limits is marked. Leave a field empty to switch it off. For everyone on this farm."
      valuesOf={(rules) => entriesOf(rules.cullLimits, rules.breedingValueLimits, traits)}
      violations={(typed) => violations(typed, traits)}
      rulesIn={(typed) => ({ cullLimits: limitsIn(typed), breedingValueLimits: valueLimitsIn(typed, traits) })}
      className="space-y-6"
    >
      {({ control }) => (
        <>
          <div className="grid grid-cols-2 items-end gap-x-3 gap-y-4">
            {names.map((name) => (
              <TextField key={name} control={control} name={name} label={labels[name]} inputMode="decimal" />
            ))}
          </div>
          {traits.length > 0 && (
            <section aria-label="Breeding values" className="space-y-4">
              <h3 className="font-semibold">Breeding values</h3>
              <TextField
                control={control}
                name={accuracy}
                label="Only values with an accuracy of at least (%)"
                inputMode="decimal"
              />
              {traits.map((trait) => (
                <fieldset key={trait} className="grid grid-cols-2 items-start gap-x-3 gap-y-1.5">
                  <legend className="sr-only">{trait}</legend>
                  <p aria-hidden className="col-span-2 text-sm text-muted-foreground">
                    {isIndex(trait) ? trait : [trait, traitMeaning(trait)].filter(Boolean).join(': ')}
                  </p>
                  <TextField control={control} name={minOf(trait)} label="At least" />
                  <TextField control={control} name={maxOf(trait)} label="At most" />
                </fieldset>
              ))}
            </section>
          )}
        </>
      )}
    </RulesDialog>
  );
}
