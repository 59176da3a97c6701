import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { type FieldValues, useForm, type UseFormReturn } from 'react-hook-form';
import { type BreedingRules, rulesOf } from '#domain/performance/breeding-rules.ts';
import { Dialog } from '#web/components/dialogs/dialog.tsx';
import { DialogForm } from '#web/components/forms/dialog-form.tsx';
import { byRules } from '#web/components/forms/form.tsx';
import { call } from '#web/lib/server/api.ts';
import { refreshCurrentUser } from '#web/lib/session/session.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { useBreedingRules } from './use-breeding-rules.ts';

interface RulesFormProps<V extends FieldValues> {
  readonly onClose: () => void;
  readonly valuesOf: (rules: BreedingRules) => V;
  readonly violations: Parameters<typeof byRules<V>>[0];
  /** The rules that the values stand for; the others stay. */
  readonly rulesIn: (typed: V) => Partial<BreedingRules>;
  readonly submitLabel?: string;
  readonly className: string;
  readonly children: (form: UseFormReturn<V, unknown, V>) => ReactNode;
}

interface RulesDialogProps<V extends FieldValues>
  extends RulesFormProps<V>, Pick<ComponentProps<typeof Dialog>, 'title' | 'description'> {
  readonly isOpen: boolean;
}

/** Changes some of the rules that everyone on the farm shares. */
export const RulesDialog = <V extends FieldValues>({ isOpen, title, description, ...form }: RulesDialogProps<V>) => (
  <Dialog isOpen={isOpen} onClose={form.onClose} title={title} description={description}>
    <RulesForm {...form} />
  </Dialog>
);

function RulesForm<V extends FieldValues>({
  onClose,
  valuesOf,
  violations,
  rulesIn,
  submitLabel = 'Save',
  className,
  children,
}: RulesFormProps<V>) {
  const client = useQueryClient();
  const rules = useBreedingRules();
  const form = useForm<V, unknown, V>({ defaultValues: valuesOf(rules) as never, resolver: byRules(violations) });
  const save = useMutation({
    mutationFn: async (typed: V) => {
      // Somebody else may have changed the others since they were read.
      const stored = await refreshCurrentUser(client);
      await call('changeProfile', { body: { breedingRules: { ...rulesOf(stored?.breedingRules), ...rulesIn(typed) } } });
      await refreshCurrentUser(client);
    },
    onSuccess: onClose,
    onError: (error) => toastFailure(error, 'Failed to save this'),
  });
  return (
    <DialogForm
      form={form}
      onSubmit={(typed: V) => save.mutateAsync(typed)}
      submitLabel={submitLabel}
      busyLabel="Saving..."
      className={className}
    >
      {children(form)}
    </DialogForm>
  );
}
