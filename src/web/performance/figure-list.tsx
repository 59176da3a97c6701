import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { PageList } from '#web/components/page/page-list.tsx';
import { PrintTable } from '#web/components/page/print-table.tsx';
import { AnimalLine } from '#web/herd/animal/animal-line.tsx';
import { byTag } from '#web/herd/animal/animal-options.tsx';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { usePrinting } from '#web/lib/device/use-printing.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { LabelledSelect } from '#web/ui/select.tsx';
import { useMedia } from '#web/ui/use-media.ts';

export interface Figure<T> {
  readonly label: string;
  /** How the figure is computed. */
  readonly meaning: string;
  /** The text in a column; undefined if unknown. */
  readonly value: (item: T) => string | undefined;
  /** The text in a line. */
  readonly text: (item: T) => string | undefined;
  /** The sort value; the highest comes first. */
  readonly order: (item: T) => number | null;
}

interface FigureListProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly figures: readonly Figure<T>[];
  /** Text below an animal's figures. */
  readonly below?: ((item: T) => string) | undefined;
  /** The selected animals; absent if none can be selected. */
  readonly chosen?: ReadonlySet<string>;
  readonly onToggle?: (animalId: string) => void;
  /** The label of the initial sort figure; without one, the list is sorted by tag. */
  readonly first?: string;
}

const byTagOrder = 'tag';

/** With more columns than this, the headings are smaller. */
const crowded = 7;

/** Lists animals with their figures, in columns if there is room, otherwise in a line of text. */
export function FigureList<T extends { readonly animal: Animal }>({
  label,
  items,
  figures,
  below,
  chosen,
  onToggle,
  first = byTagOrder,
}: FigureListProps<T>) {
  const [by, setBy] = useState(first);
  const isTable = useMedia('(width >= 64rem)');
  const isPrinting = usePrinting();
  const figure = figures.find((each) => each.label === by);
  const ordered = items.toSorted(
    (a, b) => (figure ? (figure.order(b) ?? -Infinity) - (figure.order(a) ?? -Infinity) || 0 : 0) || byTag(a.animal, b.animal),
  );
  const isCrowded = figures.length > crowded;
  const columns = { gridTemplateColumns: `minmax(${isCrowded ? 11 : 14}rem, 3fr) repeat(${figures.length}, minmax(0, 1fr))` };
  if (isPrinting) return <Printed items={ordered} figures={figures} below={below} />;
  return (
    <>
      <LabelledSelect
        label="Order by"
        fieldClassName="mb-3 max-w-64"
        options={[{ value: byTagOrder, label: 'Tag' }, ...figures.map((each) => ({ value: each.label, label: each.label }))]}
        value={by}
        onChange={setBy}
      />
      {isTable && (
        <div
          aria-hidden
          className={`sticky top-14 z-10 grid items-end gap-x-3 border-b bg-background py-2 ${isCrowded ? 'text-xs' : 'text-sm'} ${onToggle ? 'pe-10' : ''}`}
          style={columns}
        >
          <span className="text-muted-foreground">Animal</span>
          {figures.map((each) => (
            <span key={each.label} className={`text-end ${each.label === by ? 'font-semibold' : 'text-muted-foreground'}`}>
              {each.label}
            </span>
          ))}
        </div>
      )}
      <PageList
        items={ordered}
        keyOf={({ animal }) => animal.id}
        estimate={isTable ? 57 : 88}
        label={label}
        className="-mx-4 border-t sm:mx-0"
      >
        {(item) => (
          <div className="flex min-h-14 flex-wrap items-center gap-x-4 border-b px-4 py-1.5 sm:px-0">
            <Link
              to="/animals/$id"
              params={{ id: item.animal.id }}
              className={
                isTable ? 'grid min-h-11 min-w-0 flex-1 items-center gap-x-3' : 'flex min-h-12 min-w-0 flex-1 items-center'
              }
              style={isTable ? columns : undefined}
            >
              <AnimalLine animal={item.animal}>
                <span className="whitespace-normal">
                  {isTable ? (
                    below?.(item)
                  ) : (
                    <>
                      {lineOf(item, figures)}
                      {below && <span className="block">{below(item)}</span>}
                    </>
                  )}
                </span>
              </AnimalLine>
              {isTable &&
                figures.map((each) => (
                  <span key={each.label} className="text-end tabular-nums">
                    <span className="sr-only">{each.label}: </span>
                    {each.value(item) ?? '–'}
                  </span>
                ))}
            </Link>
            {chosen && onToggle && (
              <Checkbox
                aria-label={`Choose ${item.animal.tagNumber}`}
                checked={chosen.has(item.animal.id)}
                onCheckedChange={() => onToggle(item.animal.id)}
              />
            )}
          </div>
        )}
      </PageList>
      <Meanings figures={figures} />
    </>
  );
}

const lineOf = <T,>(item: T, figures: readonly Figure<T>[]): string =>
  figures.flatMap((each) => each.text(item) ?? []).join(' · ');

function Printed<T extends { readonly animal: Animal }>({
  items,
  figures,
  below,
}: Pick<FigureListProps<T>, 'items' | 'figures' | 'below'>) {
  return (
    <>
      <PrintTable columns={['Animal', ...figures.map(({ label }) => label)]}>
        {items.map((item) => (
          <tr key={item.animal.id} className="break-inside-avoid">
            <td>
              {fullName(item.animal)}
              {below && <span className="block text-sm">{below(item)}</span>}
            </td>
            {figures.map((each) => (
              <td key={each.label}>{each.value(item) ?? '–'}</td>
            ))}
          </tr>
        ))}
      </PrintTable>
      <Meanings figures={figures} />
    </>
  );
}

export const Meanings = ({ figures }: { readonly figures: readonly Pick<Figure<never>, 'label' | 'meaning'>[] }) => (
  <dl className="mt-4 max-w-3xl text-sm text-muted-foreground">
    {figures.map(({ label, meaning }) => (
      <div key={label} className="py-0.5">
        <dt className="inline font-medium text-foreground">{label}: </dt>
        <dd className="inline">{meaning}</dd>
      </div>
    ))}
  </dl>
);
