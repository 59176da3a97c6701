import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import {
  type Control,
  type FieldErrors,
  type FieldValues,
  FormProvider,
  get,
  type Path,
  type PathValue,
  type Resolver,
  type ResolverResult,
  type UseFormReturn,
  useFormState,
} from 'react-hook-form';
import { ApiError, NetworkError } from '#web/lib/server/api.ts';
import { NotStored } from '#web/lib/server/local-copy.ts';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';

interface FormProps<V extends FieldValues, Out> extends Omit<ComponentProps<'form'>, 'form' | 'onSubmit'> {
  readonly form: UseFormReturn<V, unknown, Out>;
  /** When it rejects with an ApiError, the server's field errors are shown at the fields. */
  readonly onSubmit: (values: Out) => unknown;
  readonly onInvalid?: () => void;
  readonly fieldOf?: FieldOf<V>;
}

/**
 * The one form of this product: Enter submits, one submission runs at a time, and the first wrong field gets the focus. Values are
 * validated by the `resolver` (`bySchema`, `byRules`).
 */
export function Form<V extends FieldValues, Out>({ form, onSubmit, onInvalid, fieldOf, children, ...props }: FormProps<V, Out>) {
  // A second Enter may come before the button is rendered as disabled.
  const isRunning = useRef(false);
  const send = async (values: Out) => {
    try {
      await onSubmit(values);
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof NetworkError || error instanceof NotStored)) throw error;
      showFieldErrors(error, form, fieldOf);
    }
  };
  const submit: ComponentProps<'form'>['onSubmit'] = async (event) => {
    event.preventDefault();
    if (isRunning.current) return;
    isRunning.current = true;
    const { activeElement } = document;
    await form
      .handleSubmit(
        send,
        onInvalid,
      )(event)
      .finally(() => {
        isRunning.current = false;
        if (activeElement instanceof HTMLElement) keepFocusOn(activeElement);
      });
  };
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} {...props}>
        {children}
      </form>
    </FormProvider>
  );
}

/** What was disabled while the form was being sent has lost the focus, and accepts it only when it is rendered as enabled. */
function keepFocusOn(element: HTMLElement, frames = 60): void {
  if (frames === 0 || document.activeElement !== document.body) return;
  element.focus({ preventScroll: true });
  requestAnimationFrame(() => keepFocusOn(element, frames - 1));
}

type FieldOf<V extends FieldValues> = (path: string) => Path<V> | undefined;

const sameName =
  <V extends FieldValues, Out>(form: UseFormReturn<V, unknown, Out>): FieldOf<V> =>
  (path) =>
    path in form.getValues() ? (path as Path<V>) : undefined;

/** Whether the form has a field for everything that the server found wrong. */
export const hasFieldsOf = <V extends FieldValues, Out>(
  error: unknown,
  form: UseFormReturn<V, unknown, Out>,
  fieldOf = sameName(form),
): boolean => error instanceof ApiError && error.fields.every(({ path }) => fieldOf(path) !== undefined);

export function showFieldErrors<V extends FieldValues, Out>(
  error: unknown,
  form: UseFormReturn<V, unknown, Out>,
  fieldOf = sameName(form),
): void {
  if (!(error instanceof ApiError)) return;
  const marked = error.fields.flatMap(({ path, message }) => {
    const field = fieldOf(path);
    return field ? [{ field, message }] : [];
  });
  for (const { field, message } of marked) form.setError(field, { type: 'server', message });
  const [first] = marked;
  // The fields are disabled while the form is being sent and accept the focus only in the next frame.
  if (first) requestAnimationFrame(() => form.setFocus(first.field));
}

export function showValues<V extends FieldValues, Out>(form: UseFormReturn<V, unknown, Out>, values: V): void {
  for (const field of Object.keys(values) as Path<V>[]) {
    const value = values[field] as PathValue<V, Path<V>>;
    if (form.getValues(field) !== value) form.setValue(field, value, { shouldDirty: true });
  }
}

export const restartForm = <V extends FieldValues, Out>(form: UseFormReturn<V, unknown, Out>, values: V): void =>
  // The compiler memoizes the registration of the fields and would not repeat it.
  form.reset(values, { keepFieldsRef: true });

export function FormFields({ isSaving, className, ...props }: ComponentProps<'fieldset'> & { isSaving?: boolean }) {
  const { isSubmitting } = useFormState();
  return <fieldset disabled={isSaving ?? isSubmitting} className={cn('min-w-0', className)} {...props} />;
}

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, 'type'> & {
  readonly busyLabel: string;
  /** The first thing that is missing for the form to be saved. */
  readonly missing?: string | undefined;
};

export function SubmitButton({ busyLabel, busy, missing, disabled, children, ...props }: SubmitButtonProps) {
  const { isSubmitting } = useFormState();
  const isBusy = busy ?? isSubmitting;
  return (
    <Button
      type="submit"
      busy={isBusy}
      disabled={disabled ?? missing !== undefined}
      variant={missing === undefined ? 'default' : 'outline'}
      // The disabled button says what is missing, so it is not faded, and it wraps when letters are large.
      style={missing === undefined ? undefined : { opacity: 1, height: 'auto', paddingBlock: '0.25rem' }}
      {...props}
    >
      {isBusy ? (
        busyLabel
      ) : missing === undefined ? (
        children
      ) : (
        <span className="flex flex-col leading-tight whitespace-normal">
          <span>{children}</span>
          <span className="text-sm font-normal">{missing}</span>
        </span>
      )}
    </Button>
  );
}

export type NamesOf<V, T> = { [K in keyof V]-?: V[K] extends T | null | undefined ? K : never }[keyof V] & Path<V>;

export interface BoundField<V extends FieldValues, T, Out> {
  readonly control: Control<V, unknown, Out>;
  readonly name: NamesOf<V, T>;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly className?: string;
}

export function useFieldError<V extends FieldValues, Out>(control: Control<V, unknown, Out>, name: Path<V>): string | undefined {
  const { errors } = useFormState({ control, name });
  const error: { message?: string } | undefined = get(errors, name);
  return error?.message;
}

interface ListFieldProps<V extends FieldValues, Out> {
  readonly control: Control<V, unknown, Out>;
  readonly name: Path<V>;
  readonly label: string;
  readonly hint?: string;
  /** Another field says what is wrong. */
  readonly isSaidElsewhere?: boolean;
  readonly children: ReactNode;
}

/** A list cannot have the focus itself: its first control gets it when the list is the first thing wrong. */
export function ListField<V extends FieldValues, Out>({
  control,
  name,
  label,
  hint,
  isSaidElsewhere = false,
  children,
}: ListFieldProps<V, Out>) {
  const { errors } = useFormState({ control });
  const error: { message?: string } | undefined = get(errors, name);
  const list = useRef<HTMLFieldSetElement>(null);
  const isFirst = !isSaidElsewhere && Object.keys(errors)[0] === name;
  useEffect(() => {
    // The fields are disabled while the form is being sent and accept the focus only in the next frame.
    if (error?.message !== undefined && isFirst) requestAnimationFrame(() => list.current?.querySelector('button')?.focus());
  }, [error, isFirst]);
  return (
    <fieldset ref={list} className="flex min-w-0 flex-col gap-3 sm:col-span-2">
      <legend className="mb-2 text-sm font-semibold">{label}</legend>
      {hint !== undefined && <p className="text-sm text-muted-foreground">{hint}</p>}
      {!isSaidElsewhere && error?.message !== undefined && (
        <p className="text-sm font-medium text-destructive">{error.message}</p>
      )}
      {children}
    </fieldset>
  );
}

type TextFieldProps<V extends FieldValues, Out> = BoundField<V, string, Out> &
  Omit<ComponentProps<'input'>, 'form' | 'name' | 'ref'> & {
    readonly as?: (props: ComponentProps<'input'>) => ReactNode;
    readonly optional?: boolean;
    readonly error?: string | undefined;
    readonly inputClassName?: string;
    readonly correct?: (input: HTMLInputElement) => void;
  };

export function TextField<V extends FieldValues, Out>({
  control,
  name,
  label,
  hint,
  className,
  as: Control = Input,
  optional = false,
  error,
  inputClassName,
  correct,
  ...input
}: TextFieldProps<V, Out>) {
  const ownError = useFieldError(control, name);
  const { onChange, ...registered } = control.register(name);
  return (
    <Field label={label} hint={hint} optional={optional} error={ownError ?? error} {...(className && { className })}>
      {(described) => (
        <Control
          autoComplete="off"
          {...input}
          {...(inputClassName && { className: inputClassName })}
          {...described}
          {...registered}
          onChange={(event) => {
            correct?.(event.target);
            void onChange(event);
          }}
        />
      )}
    </Field>
  );
}

export function LongTextField<V extends FieldValues, Out>({
  control,
  name,
  label,
  hint,
  className,
  ...textarea
}: BoundField<V, string, Out> & Omit<ComponentProps<typeof Textarea>, 'form' | 'name' | 'ref'>) {
  const error = useFieldError(control, name);
  return (
    <Field label={label} hint={hint} error={error} {...(className && { className })}>
      {(described) => <Textarea {...textarea} {...described} {...control.register(name)} />}
    </Field>
  );
}

export type Violations<V> = { readonly [K in keyof V]?: string | undefined };

export const byRules =
  <V extends FieldValues>(validate: (values: V) => Violations<V>): Resolver<V, unknown, V> =>
  (values) => {
    const errors = errorsOf(validate(values));
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };

interface Schema<V, Out> {
  readonly '~standard': {
    readonly types?: { readonly input: V; readonly output: Out } | undefined;
    readonly validate: (values: unknown) => Verdict<Out> | Promise<Verdict<Out>>;
  };
}

type Verdict<Out> =
  | { readonly value: Out; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly unknown[] | undefined }[] };

/** Takes a schema of the contract, so that the server accepts what the form accepts. */
export const bySchema =
  <V extends FieldValues, Out>(schema: Schema<V, Out>): Resolver<V, unknown, Out> =>
  async (values): Promise<ResolverResult<V, Out>> => {
    const verdict = await schema['~standard'].validate(values);
    if (!verdict.issues) return { values: verdict.value, errors: {} };
    const violations: Record<string, string> = {};
    for (const { path = [], message } of verdict.issues) violations[String(path[0])] ??= message;
    return { values: {}, errors: errorsOf<V>(violations) };
  };

const errorsOf = <V extends FieldValues>(violations: Violations<V>): FieldErrors<V> =>
  Object.fromEntries(
    Object.entries(violations).flatMap(([field, message]) => (message === undefined ? [] : [[field, { type: 'rule', message }]])),
  ) as FieldErrors<V>;
