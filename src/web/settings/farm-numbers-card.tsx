import { z } from 'zod';
import type { CurrentUser } from '#contract/accounts.ts';
import { farmNumberFields } from '#domain/records/farm-numbers.ts';
import { fieldNames, infosOf } from '#domain/records/fields.ts';
import { mergeFieldsOf } from '#web/components/forms/described-merge.tsx';
import { bySchema, Form, FormFields, SubmitButton, TextField } from '#web/components/forms/form.tsx';
import { NotSaved } from '#web/components/forms/not-saved.tsx';
import { RecordNotices, useRecordForm } from '#web/components/forms/record-form.tsx';
import { formValuesOf } from '#web/lib/forms/record-form.ts';
import { useProfile } from '#web/lib/session/profile.ts';
import { useRights } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/use-toast.ts';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';

const FarmNumbers = z.object(farmNumberFields);
type Typed = z.input<typeof FarmNumbers>;
const infos = infosOf(farmNumberFields);
const names = fieldNames(farmNumberFields);

/** The numbers by which authorities and societies know the farm. */
export function FarmNumbersCard({ user }: { readonly user: CurrentUser }) {
  const mayChange = useRights().has('manage');
  const { stored: profile, readStored, change } = useProfile(user, ({ farmNumbers }) => ({ farmNumbers }));
  const record = useRecordForm<typeof profile, Typed, z.output<typeof FarmNumbers>, typeof profile>({
    what: 'A number',
    failure: 'Failed to save the settings',
    stored: profile,
    readStored,
    mergeFields: mergeFieldsOf(farmNumberFields),
    draft: { form: 'farm numbers' },
    valuesOf: (stored) => formValuesOf(farmNumberFields, stored?.farmNumbers ?? {}),
    resolver: bySchema(FarmNumbers),
    fieldOf: (path) => names.find((name) => path === `farmNumbers.${name}`),
    send: (farmNumbers, { version }) => change({ farmNumbers, version }),
    onSaved: (saved) => {
      record.restart(saved);
      toast({ title: 'Official numbers saved' });
    },
  });
  const { form, submit, fieldOf, failed, failure } = record;
  return (
    <Card className="mb-6 max-w-3xl">
      <CardHeader title="Official Numbers" description="For papers, imported moves and files for societies" />
      <CardContent>
        <Form form={form} onSubmit={submit} {...(fieldOf && { fieldOf })}>
          <RecordNotices record={record} />
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
          {failed !== undefined && (
            <div className="mt-5">
              <NotSaved error={failed} fallback={failure} isMarked />
            </div>
          )}
        </Form>
      </CardContent>
    </Card>
  );
}
