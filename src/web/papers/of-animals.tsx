import { type ComponentProps, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { count } from '#web/lib/text/format.ts';
import { useWhom } from '#web/work/use-whom.ts';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { LabelledSelect } from '#web/ui/select.tsx';
import { Hillside } from '#web/ui/drawings/hillside.tsx';
import { Sheets } from './sheets.tsx';

interface OfAnimalsProps extends Omit<ComponentProps<typeof Sheets>, 'animals'> {
  /** undefined if several animals are chosen. */
  readonly one: Animal | undefined;
  readonly herd: readonly Animal[];
}

/** Limited, because each animal is another sheet to render. */
const maxAnimals = 300;

export function OfAnimals({ one, herd, ...sheets }: OfAnimalsProps) {
  const here = herd.filter(({ status }) => status === 'active');
  const whom = useWhom(here);
  const [value, setValue] = useState<string>();
  if (one) return <Sheets {...sheets} animals={[one]} />;
  if (here.length === 0) {
    return (
      <EmptyState drawing={<Hillside />} title="No animals yet">
        Papers are made from your animals’ records.
      </EmptyState>
    );
  }
  const chosen = whom.find((each) => each.value === value);
  const byId = new Map(here.map((animal) => [animal.id, animal]));
  const animals = (chosen?.ids ?? []).flatMap((id) => byId.get(id) ?? []);
  return (
    <>
      <LabelledSelect
        label="Animals"
        fieldClassName="mb-5 max-w-80 print:hidden"
        placeholder="Choose the animals"
        value={value ?? ''}
        onChange={setValue}
        options={whom.map(({ value: each, label, ids }) => ({ value: each, label: `${label} ${count(ids.length)}` }))}
      />
      {animals.length > maxAnimals && (
        <p className="mb-3 print:hidden">
          The first {maxAnimals} of {count(animals.length)}. Choose a group or a place to see the others.
        </p>
      )}
      <Sheets {...sheets} animals={animals.slice(0, maxAnimals)} />
    </>
  );
}
