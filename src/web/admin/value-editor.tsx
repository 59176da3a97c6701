import { Pencil } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

interface ValueEditorProps<T> {
  readonly label: string;
  /** Whose value it is, for those who do not see the card. */
  readonly of: string;
  readonly shown: string;
  /** What a screen reader says instead of a sign. */
  readonly spoken?: string | undefined;
  /** The value as one types it. */
  readonly text: string;
  readonly rule: string;
  readonly busy: boolean;
  readonly parse: (typed: string) => T | undefined;
  /** Answers whether it was kept; what was typed stays where it was not. */
  readonly onSave: (value: T) => Promise<boolean>;
}

/** A value that becomes a field where it stands: Enter saves, Escape leaves. */
export function ValueEditor<T>({ label, of, shown, spoken, text, rule, busy, parse, onSave }: ValueEditorProps<T>) {
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<string>();
  const opener = useRef<HTMLButtonElement>(null);

  const close = () => {
    setTyped(undefined);
    setFault(undefined);
    // The button is back with the next frame.
    requestAnimationFrame(() => opener.current?.focus());
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const value = typed === undefined ? undefined : parse(typed);
    setFault(value === undefined ? `${rule}.` : undefined);
    if (value === undefined) return;
    if (typed === text || (await onSave(value))) close();
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };

  if (typed === undefined) {
    return (
      <div className="flex min-h-12 items-center justify-between gap-3">
        <span className="text-muted-foreground">{label}</span>
        <span className="flex items-center gap-1">
          <span aria-hidden={spoken === undefined ? undefined : true} className="text-lg font-semibold tabular-nums">
            {shown}
          </span>
          {spoken !== undefined && <span className="sr-only">{spoken}</span>}
          <Button
            ref={opener}
            variant="ghost"
            size="icon"
            aria-label={`Edit ${label.toLowerCase()} of ${of}`}
            onClick={() => setTyped(text)}
          >
            <Pencil aria-hidden />
          </Button>
        </span>
      </div>
    );
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-2.5 rounded-lg bg-secondary p-3">
      <Field label={`${label} of ${of}`} hint={rule} error={fault}>
        {(control) => (
          <Input
            {...control}
            ref={selectAll}
            autoComplete="off"
            value={typed}
            disabled={busy}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={leave}
          />
        )}
      </Field>
      <div className="flex justify-end gap-2.5 max-sm:[&>*]:grow">
        <Button variant="outline" disabled={busy} onClick={close}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          {busy ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

const selectAll = (input: HTMLInputElement | null) => input?.select();
