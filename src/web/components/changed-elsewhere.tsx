import type { ReactNode } from 'react';
import { isSamePart, type Merge, type Part, withParts } from '#web/lib/three-way.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { GroupField } from '#web/ui/field.tsx';

/** A part with its words or its picture. */
export interface ShownPart<V> extends Part<V> {
  readonly show: (values: V) => ReactNode;
}

interface ChangedElsewhereProps<V> {
  /** 'This animal', 'Your profile' */
  readonly what: string;
  readonly merge: Merge<V, ShownPart<V>>;
  /** The form as it stands now. */
  readonly values: V;
  readonly onChange: (values: V) => void;
}

/** Stands in a form whose record somebody else saved meanwhile: what they changed and, where both did, whose is to stand. */
export function ChangedElsewhere<V extends object>({ what, merge, values, onChange }: ChangedElsewhereProps<V>) {
  const { base, mine, theirs, taken, clashes } = merge;
  const choose = (side: 'mine' | 'theirs', parts: readonly Part<V>[]) =>
    onChange(withParts(values, side === 'mine' ? mine : theirs, parts));
  const chosen = (part: Part<V>) =>
    isSamePart(part, values, theirs) ? 'theirs' : isSamePart(part, values, mine) ? 'mine' : undefined;
  return (
    <Alert
      ref={focusOn}
      tabIndex={-1}
      role="alert"
      title={`${what} was changed elsewhere meanwhile`}
      className="mb-6 outline-none"
    >
      <p>
        {clashes.length > 0
          ? 'What you typed is still here. Choose what is to stand, then save again.'
          : 'What you typed is still here, beside what they changed. Save again to keep both.'}
      </p>
      {taken.length > 0 && (
        <ul className="mt-2 list-disc pl-5">
          {taken.map((part) => (
            <li key={part.label} className="wrap-anywhere">
              {part.label}: <span className="font-semibold">{shown(part, theirs)}</span> (was {shown(part, base)})
            </li>
          ))}
        </ul>
      )}
      {clashes.length > 0 && (
        <div className="mt-4 flex flex-col gap-4">
          {clashes.map((part) => (
            <GroupField key={part.label} label={part.label}>
              {(control) => (
                <Choice
                  {...control}
                  options={[
                    { value: 'mine', label: <Version whose="Yours">{shown(part, mine)}</Version> },
                    { value: 'theirs', label: <Version whose="Theirs">{shown(part, theirs)}</Version> },
                  ]}
                  value={chosen(part)}
                  onChange={(side) => choose(side, [part])}
                  layout="stacked"
                />
              )}
            </GroupField>
          ))}
          {clashes.length > 1 && (
            <div className="flex flex-wrap gap-2.5">
              <Button variant="outline" onClick={() => choose('mine', clashes)}>
                Keep all mine
              </Button>
              <Button variant="outline" onClick={() => choose('theirs', clashes)}>
                Take all theirs
              </Button>
            </div>
          )}
        </div>
      )}
    </Alert>
  );
}

function shown<V>(part: ShownPart<V>, values: V): ReactNode {
  const words = part.show(values);
  return words === '' || words === null ? 'nothing' : words;
}

const Version = ({ whose, children }: { whose: string; children: ReactNode }) => (
  <span className="flex w-full min-w-0 flex-col py-1.5 text-left leading-snug">
    <span className="text-sm font-normal">{whose}</span>
    <span className="line-clamp-8 wrap-anywhere">{children}</span>
  </span>
);

// The button that was pressed could not keep the focus while it was busy.
const focusOn = (alert: HTMLDivElement | null) => alert?.focus();
