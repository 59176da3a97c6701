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

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  className?: string | undefined;
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

/** Says what is wrong above its controls, of which the first gets the focus: the last ones may not be in sight with it. */
export function GroupField({ children, ...field }: FieldProps & { children: (control: GroupControl) => ReactNode }) {
  const id = useId();
  const labelId = `${id}-label`;
  return (
    <Frame
      {...field}
      id={id}
      isGroup
      className={cn(roomAboveFirst, field.className)}
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

/** For the label and the violation, when a control gets the focus. */
const roomAboveFirst = '[&_button]:scroll-mt-24';

interface FrameProps extends FieldProps {
  id: string;
  isGroup?: boolean;
  children: ReactNode;
}

function Frame({ id, label, hint, error, optional, isGroup = false, className, children }: FrameProps) {
  const violation = error && (
    <p id={`${id}-error`} className={cn('flex items-start gap-1.5 text-sm font-medium text-destructive', isGroup && 'mb-1')}>
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {error}
    </p>
  );
  return (
    <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        {label}
        {optional && <span className="text-sm text-muted-foreground">optional</span>}
      </div>
      {isGroup && violation}
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted-foreground">
          {hint}
        </p>
      )}
      {!isGroup && violation}
    </div>
  );
}

function descriptionOf(id: string, { hint, error }: FieldProps) {
  const parts = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return { 'aria-describedby': parts === '' ? undefined : parts, 'aria-invalid': error ? (true as const) : undefined };
}
