import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import type { CurrentUser } from '#contract/accounts.ts';
import { rightsOf } from '#domain/members.ts';
import { farmNumberFields } from '#domain/records/farm-numbers.ts';
import { fieldNames, infosOf } from '#domain/records/fields.ts';
import { bySchema, Form, FormFields, SubmitButton, TextField } from '#web/components/form.tsx';
import { call } from '#web/lib/api.ts';
import { refreshCurrentUser, useFarmRole } from '#web/lib/session.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { toast } from '#web/lib/use-toast.ts';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';

const FarmNumbers = z.object(farmNumberFields);
type Typed = Record<keyof typeof farmNumberFields, string>;
const infos = infosOf(farmNumberFields);
const names = fieldNames(farmNumberFields);

/** The numbers by which authorities and societies know the farm. */
export function FarmNumbersCard({ user: { farmNumbers } }: { readonly user: CurrentUser }) {
  const client = useQueryClient();
  const mayChange = rightsOf(useFarmRole()).has('manage');
  const form = useForm<Typed, unknown, z.output<typeof FarmNumbers>>({
    resolver: bySchema(FarmNumbers),
    defaultValues: Object.fromEntries(names.map((name) => [name, farmNumbers?.[name] ?? ''])) as Typed,
  });
  const save = useMutation({
    mutationFn: (numbers: z.output<typeof FarmNumbers>) => call('changeProfile', { body: { farmNumbers: numbers } }),
    onSuccess: async () => {
      await refreshCurrentUser(client);
      toast({ title: 'Official numbers saved' });
    },
    onError: (error) => toastFailure(error, 'Failed to save the settings'),
  });
  return (
    <Card className="mb-6 max-w-3xl">
      <CardHeader title="Official Numbers" description="For papers, imported moves and files for societies" />
      <CardContent>
        <Form form={form} onSubmit={(numbers) => save.mutate(numbers)}>
          <FormFields isSaving={save.isPending || !mayChange} className="grid gap-5 sm:grid-cols-2">
            {names.map((name) => (
              <TextField key={name} control={form.control} name={name} label={infos[name].label} maxLength={40} />
            ))}
            {mayChange && (
              <SubmitButton busy={save.isPending} busyLabel="Saving..." className="self-end sm:justify-self-end">
                Save Changes
              </SubmitButton>
            )}
          </FormFields>
        </Form>
      </CardContent>
    </Card>
  );
}
