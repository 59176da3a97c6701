import type { Animal } from '#contract/animals.ts';
import { byTag, useAnimalOption } from '#web/herd/animal/animal-options.tsx';
import { LabelledCombobox } from '#web/ui/combobox.tsx';

interface DamLineFieldProps {
  readonly animals: readonly Animal[];
  readonly outside: readonly Animal[];
  readonly damId: string | null;
  readonly onChange: (damId: string) => void;
}

/** Chooses one of the dams that have young here. */
export function DamLineField({ animals, outside, damId, onChange }: DamLineFieldProps) {
  const optionOf = useAnimalOption();
  const mothers = new Set([...animals, ...outside].map(({ motherId }) => motherId));
  const dams = [...animals, ...outside].filter(({ id }) => mothers.has(id)).toSorted(byTag);
  return (
    <div className="mb-3 sm:max-w-md">
      <LabelledCombobox
        label="Line of which dam?"
        options={dams.map(optionOf)}
        value={damId}
        onChange={(id) => id !== null && onChange(id)}
        placeholder="Choose a dam"
        searchPlaceholder="Last digits of the tag or name"
        emptyText="No dam found"
      />
    </div>
  );
}
