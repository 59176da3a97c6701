import { Plus, Trash2 } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { type FieldValues, useFormContext, useWatch } from 'react-hook-form';
import { Button } from '#web/ui/button.tsx';
import { focusBeside } from '#web/ui/focus-on.ts';
import { ListField } from './form.tsx';

interface LinesFieldProps<V extends FieldValues, Out, L> extends Pick<
  ComponentProps<typeof ListField<V, Out>>,
  'control' | 'name' | 'label' | 'hint'
> {
  /** What a line is: 'withdrawal'. */
  readonly one: string;
  readonly max: number;
  readonly newLine: (before: readonly L[]) => L;
  /** Said while there are no lines, with the button that states that there are none. */
  readonly none?: { readonly text: string; readonly label: string; readonly lines: readonly L[] } | undefined;
  /** The fields of a line. */
  readonly children: (index: number) => ReactNode;
}

/** Lines that are added and removed. */
export function LinesField<V extends FieldValues, Out, L>({
  one,
  max,
  newLine,
  none,
  children,
  ...list
}: LinesFieldProps<V, Out, L>) {
  const { control, name } = list;
  const lines: readonly L[] = useWatch({ control, name });
  const { setValue, getValues, unregister } = useFormContext<Record<string, unknown>>();
  const path: string = name;
  const linesNow = () => getValues(path) as readonly L[];
  const remove = (index: number) => {
    const left = linesNow().toSpliced(index, 1);
    // The fields of the last line are removed, and the lines after the removed one move up.
    unregister(`${path}.${left.length}`);
    setValue(path, left);
  };
  const unstated = lines.length === 0 ? none : undefined;
  return (
    <ListField {...list}>
      {lines.map((_, index) => (
        // The lines have no identity but their position.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="grid items-start gap-4 rounded-lg border p-3 sm:grid-cols-2">
          {children(index)}
          <div className="sm:col-span-2">
            <Button ref={focusBeside} variant="ghost" onClick={() => remove(index)}>
              <Trash2 aria-hidden />
              Remove {one} {index + 1}
            </Button>
          </div>
        </div>
      ))}
      {unstated && <p className="text-sm text-muted-foreground">{unstated.text}</p>}
      {lines.length < max && (
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" onClick={() => setValue(path, [...linesNow(), newLine(linesNow())])}>
            <Plus aria-hidden />
            Add {one}
          </Button>
          {unstated && (
            <Button ref={focusBeside} variant="outline" onClick={() => setValue(path, unstated.lines)}>
              {unstated.label}
            </Button>
          )}
        </div>
      )}
    </ListField>
  );
}
