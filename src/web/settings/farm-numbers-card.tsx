import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import type { CurrentUser } from '#contract/accounts.ts';
import { rightsOf } from '#domain/members.ts';
import { farmNumberFields } from '#domain/records/farm-numbers.ts';
import { fieldNames, infosOf } from '#domain/records/fields.ts';
import { bySchema, Form, FormFields, SubmitButton, TextField } from '#web/components/form.tsx';
import { ChangedElsewhere } from '#web/components/changed-elsewhere.tsx';
import { NotSaved } from '#web/components/not-saved.tsx';
import { useMergingSave } from '#web/components/use-merging-save.ts';
import { call } from '#web/lib/api.ts';
import { refreshCurrentUser, useFarmRole } from '#web/lib/session.ts';
import { toast } from '#web/lib/use-toast.ts';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';

const FarmNumbers = z.object(farmNumberFields);
type Typed = z.input<typeof FarmNumbers>;
const infos = infosOf(farmNumberFields);
const names = fieldNames(farmNumberFields);
const mergeFields = names.map((name) => ({ label: infos[name].label, fields: [name], show: (typed: Typed) => typed[name] }));

const baseOf = ({ farmNumbers, profileVersion: version }: CurrentUser) => ({
  values: Object.fromEntries(names.map((name) => [name, farmNumbers?.[name] ?? ''])) as Typed,
  version,
});

const fieldOf = (path: string) => names.find((name) => path === `farmNumbers.${name}`);

/** The numbers by which authorities and societies know the farm. */
export function FarmNumbersCard({ user }: { readonly user: CurrentUser }) {
  const client = useQueryClient();
  const mayChange = rightsOf(useFarmRole()).has('manage');
  const [opened] = useState(() => baseOf(user));
  const form = useForm({
    resolver: bySchema(FarmNumbers),
    defaultValues: opened.values,
  });
  const [error, setError] = useState<unknown>();
  const { merge, save, restart } = useMergingSave({
    opened,
    readStored: async () => {
      const stored = await refreshCurrentUser(client);
      return stored ? baseOf(stored) : undefined;
    },
    mergeFields: () => mergeFields,
    form,
  });
  const submit = async (farmNumbers: z.output<typeof FarmNumbers>) => {
    setError(undefined);
    try {
      await save(({ version }) => call('changeProfile', { body: { farmNumbers, version } }));
    } catch (reason) {
      setError(reason);
      throw reason;
    }
    const stored = await refreshCurrentUser(client);
    if (stored) restart(baseOf(stored));
    toast({ title: 'Official numbers saved' });
  };
  return (
    <Card className="mb-6 max-w-3xl">
      <CardHeader title="Official Numbers" description="For papers, imported moves and files for societies" />
      <CardContent>
        <Form form={form} onSubmit={submit} fieldOf={fieldOf}>
          {merge && <ChangedElsewhere what="A number" merge={merge} form={form} />}
          <FormFields {...(!mayChange && { isSaving: true })} className="grid gap-5 sm:grid-cols-2">
            {names.map((name) => (
              <TextField key={name} control={form.control} name={name} label={infos[name].label} maxLength={40} />
            ))}
            {mayChange && (
              <SubmitButton busyLabel="Saving..." className="self-end sm:justify-self-end">
                Save Changes
              </SubmitButton>
            )}
          </FormFields>
          {error !== undefined && !merge && (
            <div className="mt-5">
              <NotSaved error={error} fallback="Failed to save the settings" isMarked />
            </div>
          )}
        </Form>
      </CardContent>
    </Card>
  );
}
