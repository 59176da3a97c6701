import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cn } from './cn.ts';
import { Label } from './label.tsx';

export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface GroupControl {
  'aria-labelledby': string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  className?: string;
}

/** `<Field label="Name">{(control) => <Input {...control} />}</Field>` */
export function Field({ children, ...field }: FieldProps & { children: (control: FieldControl) => ReactNode }) {
  const id = useId();
  return (
    <Frame {...field} id={id} label={<Label htmlFor={id}>{field.label}</Label>}>
      {children({ id, ...descriptionOf(id, field) })}
    </Frame>
  );
}

export function GroupField({ children, ...field }: FieldProps & { children: (control: GroupControl) => ReactNode }) {
  const id = useId();
  const labelId = `${id}-label`;
  return (
    <Frame
      {...field}
      id={id}
      label={
        <span id={labelId} className="text-sm font-semibold">
          {field.label}
        </span>
      }
    >
      {children({ 'aria-labelledby': labelId, ...descriptionOf(id, field) })}
    </Frame>
  );
}

function Frame({ id, label, hint, error, optional, className, children }: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        {label}
        {optional && <span className="text-sm text-muted-foreground">optional</span>}
      </div>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted-foreground">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm font-medium text-destructive">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}

function descriptionOf(id: string, { hint, error }: FieldProps) {
  const parts = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return { 'aria-describedby': parts === '' ? undefined : parts, 'aria-invalid': error ? (true as const) : undefined };
}
