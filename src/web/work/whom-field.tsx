import type { Animal } from '#contract/animals.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';
import { byTag, useAnimalOption } from '#web/herd/animal/animal-options.tsx';
import { linePart } from '#web/farm-lists/use-parts-of-herd.ts';
import { animalsQuery, outsideParentsQuery } from '#web/herd/data/animals.queries.ts';
import { count } from '#web/lib/text/format.ts';
import { LabelledChoice } from '#web/ui/choice.tsx';
import { Field } from '#web/ui/field.tsx';
import { asTheyCome, damOfLine, type HerdPart } from '#web/herd/list/parts-of-herd.ts';
import { byHand, chosenByHand } from './name-of-part.ts';

/** Loaded separately, because it includes the code for long lists. */
const Checklist = lazilyPreloaded(async () => (await import('#web/ui/checklist.tsx')).Checklist);

const DamLineField = lazilyPreloaded(async () => (await import('#web/herd/animal/dam-line-field.tsx')).DamLineField);

/** Until a dam is chosen. */
const byLine = 'by line';

const none: readonly Animal[] = [];

interface WhomFieldProps {
  readonly options: readonly HerdPart[];
  /** The animals to choose from. */
  readonly animals: readonly Animal[];
  readonly value: HerdPart | undefined;
  readonly onChange: (whom: HerdPart) => void;
}

/** One tap chooses a group, a place or a kind of animal; any others are chosen from the list. */
export function WhomField({ options, animals, value, onChange }: WhomFieldProps) {
  const animalOption = useAnimalOption();
  const [picked, keepPicked] = usePicked(value);
  const inOrder = animals.toSorted(byTag);
  const others: readonly HerdPart[] = [
    { value: asTheyCome, label: 'As they come', ids: [] },
    { ...picked, label: 'Choose…' },
  ];
  const isLine = value !== undefined && (value.value === byLine || damOfLine(value.value) !== null);
  const { data: herd = none } = useQuery({ ...animalsQuery, enabled: isLine });
  const { data: outside = none } = useQuery({ ...outsideParentsQuery, enabled: isLine });
  const hasLines = animals.some(({ motherId }) => motherId !== null);
  const line: HerdPart = isLine ? { ...value, label: 'Dam line…' } : { value: byLine, label: 'Dam line…', ids: [] };
  const all = [...options, ...(hasLines ? [line] : []), ...others];
  const which = value?.value;
  return (
    <>
      <LabelledChoice
        label="Which animals"
        layout="wrapped"
        value={which}
        onChange={(next) => {
          const whom = all.find((each) => each.value === next);
          keepPicked();
          if (whom) onChange(whom);
        }}
        options={all.map(({ value: each, label, ids }) => ({
          value: each,
          label: (
            <span>
              {label} {ids.length > 0 && <span className="font-normal">{count(ids.length)}</span>}
            </span>
          ),
        }))}
      />
      {value?.ruleText !== undefined && <p className="text-sm text-muted-foreground">{value.ruleText}</p>}
      {isLine && (
        <Suspense>
          <DamLineField
            animals={herd}
            outside={outside}
            damId={damOfLine(value.value)}
            onChange={(damId) => {
              const part = linePart(damId, inOrder, herd, outside);
              if (part) onChange(part);
            }}
          />
        </Suspense>
      )}
      {isLine && value.value !== byLine && value.ids.length === 0 && (
        <p className="text-muted-foreground">Nobody of her line is here to choose.</p>
      )}
      {which === byHand && (
        <Field label="Animals">
          {(described) => (
            <Suspense>
              <div ref={showAll} className="scroll-mt-24 scroll-mb-44">
                <Checklist
                  {...described}
                  options={inOrder.map(animalOption)}
                  chosen={new Set(picked.ids)}
                  onChange={(next) => onChange(chosenByHand(inOrder.filter(({ id }) => next.has(id)).map(({ id }) => id)))}
                  searchPlaceholder="Last digits of the tag or name"
                  emptyText="No animal found"
                />
              </div>
            </Suspense>
          )}
        </Field>
      )}
    </>
  );
}

/** The animals chosen from the list, which stay chosen in it while a part of the herd is the choice. */
function usePicked(value: HerdPart | undefined) {
  const [last, setLast] = useState(chosenByHand([]));
  const picked = value?.value === byHand ? value : last;
  return [picked, () => setLast(picked)] as const;
}

/** The list opens below the choices, where it would be out of sight or under the buttons. */
const showAll = (list: HTMLElement | null) => list?.scrollIntoView({ block: 'nearest' });
