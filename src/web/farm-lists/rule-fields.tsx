import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { animalsOfRule, ruleText } from '#domain/health/herd-rules.ts';
import { groupFields } from '#domain/records/group.ts';
import { ChoiceField } from '#web/components/forms/form-fields.tsx';
import { ListField, TextField } from '#web/components/forms/form.tsx';
import { animalsQuery } from '#web/herd/data/animals.queries.ts';
import { plural } from '#domain/values/plural.ts';
import { today } from '#web/lib/text/today.ts';
import { Button } from '#web/ui/button.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#web/ui/dropdown-menu.tsx';
import type { EntryControl, EntryValues } from './entries.ts';
import { EntryField } from './entry-combobox.tsx';
import { useEntryNames } from './lists.data.ts';
import { firstValues, ruleInputOf, ruleLabel, type RuleName, ruleNames } from './rule-values.ts';
import { useRuleFacts } from './use-parts-of-herd.ts';

interface RuleFieldsProps {
  readonly control: EntryControl;
  /** Only a new group chooses how it gets its animals. */
  readonly isNew: boolean;
}

const memberships = [
  { value: 'moved', label: 'Those I move into it' },
  { value: 'rule', label: 'Everyone who …' },
];

export function RuleFields({ control, isNew }: RuleFieldsProps) {
  const isRule = useWatch({ control, name: 'membership' }) === 'rule';
  return (
    <>
      {isNew && (
        <ChoiceField
          control={control}
          name={'membership' as never}
          label="Its animals"
          layout="stacked"
          options={memberships}
          className="sm:col-span-2"
        />
      )}
      {isRule && <Conditions control={control} isNew={isNew} />}
    </>
  );
}

function Conditions({ control, isNew }: RuleFieldsProps) {
  const values = useWatch({ control });
  const { setValue } = useFormContext<EntryValues>();
  /** Conditions without a value yet are shown too. */
  const [added, setAdded] = useState<ReadonlySet<RuleName>>(new Set());
  const isShown = (name: RuleName) => added.has(name) || (values[name] ?? '') !== '';
  const add = (name: RuleName) => {
    setAdded(new Set([...added, name]));
    setValue(name, name === 'bornYear' ? today().slice(0, 4) : firstValues[name], { shouldDirty: true });
  };
  const remove = (name: RuleName) => {
    setAdded(new Set([...added].filter((each) => each !== name)));
    setValue(name, '', { shouldDirty: true });
  };
  const others = ruleNames.filter((name) => !isShown(name));
  return (
    // The choice of a new group says itself what is wrong.
    <ListField control={control} name="membership" label="Everyone for whom all of this is true" isSaidElsewhere={isNew}>
      {ruleNames.filter(isShown).map((name) => (
        <div key={name} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <Condition control={control} name={name} />
          </div>
          <Button variant="ghost" size="icon" aria-label={`Remove ${ruleLabel(name)}`} onClick={() => remove(name)}>
            <X aria-hidden />
          </Button>
        </div>
      ))}
      {others.length > 0 && (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="outline" className="self-start">
              <Plus aria-hidden />
              Add a condition
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="start" className="max-h-72 overflow-y-auto">
            {others.map((name) => (
              <DropdownMenuItem key={name} onSelect={() => add(name)}>
                {ruleLabel(name)}
              </DropdownMenuItem>
            ))}
          </DropdownMenuContent>
        </DropdownMenu>
      )}
      <Preview values={values} />
    </ListField>
  );
}

const choices: Readonly<Partial<Record<RuleName, readonly { value: string; label: string }[]>>> = {
  species: [
    { value: 'goat', label: 'Goat' },
    { value: 'sheep', label: 'Sheep' },
  ],
  sex: [
    { value: 'female', label: 'Female' },
    { value: 'male', label: 'Male' },
    { value: 'wether', label: 'Wether' },
  ],
  age: [
    { value: 'young', label: 'Under a year' },
    { value: 'grown', label: 'A year or older' },
  ],
};

function Condition({ control, name }: { control: EntryControl; name: RuleName }) {
  const [label, options] = [ruleLabel(name) ?? '', choices[name]];
  if (options) return <ChoiceField control={control} name={name as never} label={label} options={options} />;
  if (name === 'inWithdrawal' || name === 'neverWeighed') return <p className="py-2.5 font-medium">{label}</p>;
  if (name === 'placeId' || name === 'groupId')
    return <EntryField control={control} name={name} kind={name === 'placeId' ? 'place' : 'group'} label={label} />;
  return (
    <TextField
      control={control}
      name={name as never}
      label={label}
      {...(name === 'breed' ? { maxLength: 100 } : { inputMode: 'numeric', inputClassName: 'tabular-nums' })}
    />
  );
}

/** The rule in words, and how many animals it finds now. */
function Preview({ values }: { values: object }) {
  const parsed = groupFields.rule.safeParse(ruleInputOf(values as EntryValues));
  const rule = parsed.data ?? {};
  const { data: herd } = useQuery(animalsQuery);
  const nameOf = useEntryNames();
  const { facts, isRead } = useRuleFacts([rule]);
  if (Object.keys(rule).length === 0 || !herd || !isRead) return null;
  const found = animalsOfRule(
    rule,
    herd.filter(({ status }) => status === 'active'),
    facts,
  ).length;
  return (
    <output className="rounded-lg bg-secondary px-3 py-2.5 text-sm">
      {ruleText(rule, nameOf)}: {found === 0 ? 'nobody' : plural(found, 'animal')} now
    </output>
  );
}
