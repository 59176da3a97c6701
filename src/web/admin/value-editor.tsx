import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { byRules, Form, FormFields, SubmitButton, TextField } from '#web/components/forms/form.tsx';
import { Button } from '#web/ui/button.tsx';

interface ValueEditorProps<T> {
  readonly label: string;
  readonly of: string;
  readonly shown: string;
  readonly spoken?: string | undefined;
  readonly text: string;
  readonly rule: string;
  readonly busy: boolean;
  readonly parse: (typed: string) => T | undefined;
  readonly onSave: (value: T) => Promise<boolean>;
}

export function ValueEditor<T>({ label, of, shown, spoken, ...editor }: ValueEditorProps<T>) {
  const [isEditing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEditing(false);
    // The button is rendered in the next frame.
    requestAnimationFrame(() => opener.current?.focus());
  };
  if (isEditing) return <ValueForm {...editor} label={`${label} of ${of}`} onClose={close} />;
  return (
    <div className="flex min-h-12 items-center justify-between gap-3">
      <span className="text-muted-foreground">{label}</span>
      <span className="flex items-center gap-1">
        <span aria-hidden={spoken === undefined ? undefined : true} className="text-lg font-semibold">
          {shown}
        </span>
        {spoken !== undefined && <span className="sr-only">{spoken}</span>}
        <Button
          ref={opener}
          variant="ghost"
          size="icon"
          aria-label={`Edit ${label.toLowerCase()} of ${of}`}
          onClick={() => setEditing(true)}
        >
          <Pencil aria-hidden />
        </Button>
      </span>
    </div>
  );
}

type ValueFormProps<T> = Omit<ValueEditorProps<T>, 'of' | 'shown' | 'spoken'> & { readonly onClose: () => void };

function ValueForm<T>({ label, text, rule, busy, parse, onSave, onClose }: ValueFormProps<T>) {
  const form = useForm({
    resolver: byRules(({ value }: { value: string }) => (parse(value) === undefined ? { value: `${rule}.` } : {})),
    defaultValues: { value: text },
  });
  useEffect(() => form.setFocus('value', { shouldSelect: true }), [form]);
  const save = async ({ value }: { value: string }) => {
    const parsed = parse(value);
    if (value === text || (parsed !== undefined && (await onSave(parsed)))) onClose();
  };
  return (
    <Form form={form} onSubmit={save} className="flex flex-col gap-2.5 rounded-lg bg-secondary p-3">
      <FormFields isSaving={busy}>
        <TextField
          control={form.control}
          name="value"
          label={label}
          hint={rule}
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
        />
      </FormFields>
      <div className="flex justify-end gap-2.5 max-sm:[&>*]:grow">
        <Button variant="outline" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton busy={busy} busyLabel="Saving...">
          Save
        </SubmitButton>
      </div>
    </Form>
  );
}
