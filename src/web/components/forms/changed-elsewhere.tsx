import type { ReactNode } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { isSameMergeField, type Merge, type MergeField, withMergeFields } from '#web/lib/forms/three-way.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { LabelledChoice } from '#web/ui/choice.tsx';
import { focusOn } from '#web/ui/focus-on.ts';
import { showValues } from './form.tsx';

export interface ShownMergeField<V> extends MergeField<V> {
  readonly show: (values: V) => ReactNode;
}

interface ChangedElsewhereProps<V extends FieldValues, Out> {
  readonly what: string;
  readonly merge: Merge<V, ShownMergeField<V>>;
  readonly form: UseFormReturn<V, unknown, Out>;
}

export function ChangedElsewhere<V extends FieldValues, Out>({ what, merge, form }: ChangedElsewhereProps<V, Out>) {
  const values = useWatch({ control: form.control }) as V;
  const { base, mine, theirs, fromTheirs, conflicts } = merge;
  const choose = (side: 'mine' | 'theirs', mergeFields: readonly MergeField<V>[]) =>
    showValues(form, withMergeFields(values, side === 'mine' ? mine : theirs, mergeFields));
  const chosen = (mergeField: MergeField<V>) =>
    isSameMergeField(mergeField, values, theirs) ? 'theirs' : isSameMergeField(mergeField, values, mine) ? 'mine' : undefined;
  return (
    <Alert ref={focusOn} tabIndex={-1} role="alert" title={`${what} has been changed elsewhere`} className="mb-6 outline-none">
      <p>
        {conflicts.length > 0
          ? 'What you typed is still here. Choose which to keep, then save again.'
          : 'What you typed is still here, together with their changes. Save again to keep both.'}
      </p>
      {fromTheirs.length > 0 && (
        <ul className="mt-2 list-disc ps-5">
          {fromTheirs.map((mergeField) => (
            <li key={mergeField.label} className="wrap-anywhere">
              {mergeField.label}: <span className="font-semibold">{shown(mergeField, theirs)}</span> (was{' '}
              {shown(mergeField, base)})
            </li>
          ))}
        </ul>
      )}
      {conflicts.length > 0 && (
        <div className="mt-4 flex flex-col gap-4">
          {conflicts.map((mergeField) => (
            <LabelledChoice
              key={mergeField.label}
              label={mergeField.label}
              options={[
                { value: 'mine', label: <Version whose="Yours">{shown(mergeField, mine)}</Version> },
                { value: 'theirs', label: <Version whose="Theirs">{shown(mergeField, theirs)}</Version> },
              ]}
              value={chosen(mergeField)}
              onChange={(side) => choose(side, [mergeField])}
              layout="stacked"
            />
          ))}
          {conflicts.length > 1 && (
            <div className="flex flex-wrap gap-2.5">
              <Button variant="outline" onClick={() => choose('mine', conflicts)}>
                Keep all mine
              </Button>
              <Button variant="outline" onClick={() => choose('theirs', conflicts)}>
                Use all theirs
              </Button>
            </div>
          )}
        </div>
      )}
    </Alert>
  );
}

function shown<V>(mergeField: ShownMergeField<V>, values: V): ReactNode {
  const value = mergeField.show(values);
  return value === '' || value === null ? 'nothing' : value;
}

const Version = ({ whose, children }: { whose: string; children: ReactNode }) => (
  <span className="flex w-full min-w-0 flex-col py-1.5 text-start leading-snug">
    <span className="text-sm font-normal">{whose}</span>
    <span dir="auto" className="line-clamp-8 wrap-anywhere">
      {children}
    </span>
  </span>
);
