import { type ComponentProps, type ReactNode, useState } from 'react';
import { type FieldValues, useFormState } from 'react-hook-form';
import { DialogBody, DialogCancel, dialogColumn, DialogFooter, useDialogBusy } from '../dialogs/dialog.tsx';
import { Form, hasFieldsOf, SubmitButton } from './form.tsx';
import { NotSaved } from './not-saved.tsx';

interface DialogFormProps<V extends FieldValues, Out>
  extends
    Pick<ComponentProps<typeof Form<V, Out>>, 'form' | 'onSubmit' | 'fieldOf'>,
    Pick<ComponentProps<typeof SubmitButton>, 'variant'> {
  readonly submitLabel: ReactNode;
  readonly busyLabel: string;
  /** True while something besides the submission is running. */
  readonly isBusy?: boolean;
  /** True while a file is being uploaded: saving waits for it, and the dialog can still be closed. */
  readonly isUploading?: boolean;
  /** True while something needed for saving is still loading. */
  readonly isDisabled?: boolean;
  /** The title shown when saving fails and the server gives no reason. Without it, `onSubmit` reports failures itself. */
  readonly failure?: string | undefined;
  /** 'This animal', which somebody else may have changed or deleted. */
  readonly what?: string | undefined;
  /** Whether the fields show their own errors. */
  readonly isMarked?: ((error: unknown) => boolean) | undefined;
  /** On a phone the buttons of a long form share one line, which leaves its fields more height. A failure stays in view. */
  readonly isLong?: boolean;
  /** Class name of the fields. */
  readonly className?: string;
  readonly children: ReactNode;
}

/** The body of a dialog below its title: the fields, the failure, Cancel and the submit button. It stays open while it saves. */
export function DialogForm<V extends FieldValues, Out>({
  form,
  onSubmit,
  fieldOf,
  submitLabel,
  busyLabel,
  variant,
  isBusy = false,
  isUploading = false,
  isDisabled = false,
  failure,
  what,
  isMarked,
  isLong = false,
  className,
  children,
}: DialogFormProps<V, Out>) {
  const [error, setError] = useState<unknown>();
  const { isSubmitting } = useFormState({ control: form.control });
  useDialogBusy(isSubmitting || isBusy);
  const submit = async (values: Out) => {
    setError(undefined);
    try {
      await onSubmit(values);
    } catch (reason) {
      setError(reason);
      throw reason;
    }
  };
  const notSaved = !isSubmitting && <Failure {...{ error, form, fieldOf, failure, what, isMarked, isLong }} />;
  return (
    <Form form={form} onSubmit={submit} {...(fieldOf && { fieldOf })} className={dialogColumn}>
      <DialogBody>
        <div className={className}>{children}</div>
        {!isLong && notSaved}
      </DialogBody>
      {isLong && notSaved}
      <DialogFooter className={isLong ? 'flex-row [&>*]:flex-1 sm:[&>*]:flex-none' : ''}>
        <DialogCancel />
        <SubmitButton
          busy={isSubmitting || isBusy || isUploading}
          disabled={isDisabled}
          busyLabel={busyLabel}
          {...(variant && { variant })}
        >
          {submitLabel}
        </SubmitButton>
      </DialogFooter>
    </Form>
  );
}

type FailureProps<V extends FieldValues, Out> = Pick<
  DialogFormProps<V, Out>,
  'form' | 'failure' | 'what' | 'isMarked' | 'isLong'
> & {
  readonly error: unknown;
  readonly fieldOf: DialogFormProps<V, Out>['fieldOf'] | undefined;
};

const Failure = <V extends FieldValues, Out>({
  error,
  form,
  fieldOf,
  failure,
  what,
  isMarked = () => true,
  isLong,
}: FailureProps<V, Out>) =>
  failure !== undefined &&
  error !== undefined && (
    <div className={isLong ? 'shrink-0 px-5 pb-4' : 'mt-5'}>
      <NotSaved error={error} fallback={failure} what={what} isMarked={isMarked(error) && hasFieldsOf(error, form, fieldOf)} />
    </div>
  );
