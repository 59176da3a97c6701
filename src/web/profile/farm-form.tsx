import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { type CurrentUser, ProfileChange } from '#contract/accounts.ts';
import { restored } from '#web/lib/drafts.ts';
import { bySchema, Form, LongTextField, SubmitButton, TextField } from '#web/components/form.tsx';
import { useDraft } from '#web/components/use-draft.ts';
import { useFormDraft } from '#web/components/use-form-draft.ts';
import { ChangedElsewhere } from '#web/components/changed-elsewhere.tsx';
import { Card, CardContent, CardFooter, CardHeader } from '#web/ui/card.tsx';
import { DraftNotice } from '#web/components/draft-notice.tsx';
import { ConfirmPasswordDialog } from './confirm-password-dialog.tsx';
import { LogoField } from './logo-field.tsx';
import { type Entries, entryLabels, entryNames } from './farm-entries.tsx';
import { UnconfirmedEmail } from '#web/components/unconfirmed-email.tsx';
import { type Base, baseOf, useSaveFarm } from './use-save-farm.ts';

interface FarmDraft {
  readonly base: { readonly entries: Base['values']; readonly version: string };
  readonly entries: Entries;
}

export function FarmForm({ user }: { user: CurrentUser }) {
  const draft = useDraft<FarmDraft>('profile');
  const [opened] = useState(() => (draft.stored ? { ...draft.stored.base, values: draft.stored.base.entries } : baseOf(user)));
  const form = useForm<Entries, unknown, ProfileChange>({
    resolver: bySchema(ProfileChange),
    defaultValues: restored(opened.values, draft.stored?.entries),
  });
  const { control } = form;
  const { submit, discard, isSaving, merge, password, base } = useSaveFarm(user, form, opened);
  const entries = useWatch({ control });
  const isTyped = hasChanged(entries, base.values);
  useFormDraft(draft, form, (typed) =>
    hasChanged(typed, base.values) ? { base: { entries: base.values, version: base.version }, entries: typed } : undefined,
  );

  return (
    <Card>
      <Form form={form} onSubmit={(change) => submit(change)} className="flex flex-col">
        <CardHeader
          title="Farm Information"
          description="Of these details, the marketplace shows only the farm name and email address with your animals"
        />
        <CardContent className="grid gap-5 sm:grid-cols-2">
          {draft.stored && isTyped && !merge && (
            <div className="sm:col-span-2">
              <DraftNotice onDiscard={discard} />
            </div>
          )}
          {merge && (
            <div className="sm:col-span-2">
              <ChangedElsewhere what="Your profile" merge={merge} form={form} />
            </div>
          )}
          <Controller
            control={control}
            name="logoUrl"
            render={({ field }) => <LogoField value={field.value ?? null} onChange={field.onChange} className="sm:col-span-2" />}
          />
          <TextField control={control} name="farmName" label={entryLabels.farmName} autoComplete="organization" />
          <TextField control={control} name="ownerName" label={entryLabels.ownerName} autoComplete="name" />
          <div className="flex flex-col gap-1.5">
            <TextField
              control={control}
              name="email"
              label={entryLabels.email}
              type="email"
              inputMode="email"
              autoComplete="email"
            />
            {!user.emailConfirmed && entries.email === user.email && (
              <UnconfirmedEmail until="you get no emails about plans and payments, nobody can write to you about a listing, and you can invite nobody" />
            )}
          </div>
          <TextField control={control} name="phone" label={entryLabels.phone} type="tel" inputMode="tel" autoComplete="tel" />
          <LongTextField
            control={control}
            name="address"
            label={entryLabels.address}
            autoComplete="street-address"
            rows={3}
            className="sm:col-span-2"
          />
        </CardContent>
        <CardFooter className="justify-end">
          {isTyped && <p className="me-auto text-muted-foreground">You have unsaved changes.</p>}
          <SubmitButton busy={isSaving} busyLabel="Saving..." className="w-full sm:w-auto">
            Save Changes
          </SubmitButton>
        </CardFooter>
      </Form>
      <ConfirmPasswordDialog {...password} />
    </Card>
  );
}

type Shown = Pick<Entries, (typeof entryNames)[number]>;

const hasChanged = (entries: Shown, base: Shown): boolean => entryNames.some((name) => entries[name] !== base[name]);
