import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { type CurrentUser, ProfileChange } from '#contract/accounts.ts';
import { restored } from '#web/lib/drafts.ts';
import { useDraft, useKeptDraft } from '#web/components/use-draft.ts';
import { Button } from '#web/ui/button.tsx';
import { ChangedElsewhere } from '#web/components/changed-elsewhere.tsx';
import { Card, CardContent, CardFooter, CardHeader } from '#web/ui/card.tsx';
import { DraftNotice } from '#web/components/draft-notice.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { ConfirmPasswordDialog } from './confirm-password-dialog.tsx';
import { LogoField } from './logo-field.tsx';
import { type Entries, entryLabels, entryNames } from './farm-entries.tsx';
import { UnconfirmedEmail } from './unconfirmed-email.tsx';
import { type Base, baseOf, showEntries, useSaveFarm } from './use-save-farm.ts';

/** What was typed and not saved, and the profile that it changes. */
interface FarmDraft {
  readonly base: { readonly entries: Base['values']; readonly version: string };
  readonly entries: Entries;
}

export function FarmForm({ user }: { user: CurrentUser }) {
  const draft = useDraft<FarmDraft>('profile');
  const [opened] = useState(() => (draft.kept ? { ...draft.kept.base, values: draft.kept.base.entries } : baseOf(user)));
  const form = useForm({ resolver: zodResolver(ProfileChange), defaultValues: opened.values });
  const { register, control, handleSubmit, formState } = form;
  const { errors, isDirty } = formState;
  const { submit, discard, isSaving, merge, password, base } = useSaveFarm(user, form, opened);
  const entries = useWatch({ control });
  // Typed anew, so that the form knows that it is not saved.
  const [kept] = useState(draft.kept);
  useEffect(() => {
    if (kept) showEntries(form, restored(opened.values, kept.entries));
  }, [kept, opened, form]);
  const isTyped = entryNames.some((name) => entries[name] !== base.values[name]);
  useKeptDraft(draft, isTyped ? { base: { entries: base.values, version: base.version }, entries } : undefined);

  return (
    <Card>
      <form noValidate onSubmit={handleSubmit((change) => submit(change))} className="flex flex-col">
        <CardHeader
          title="Farm Information"
          description="The marketplace shows the farm name and the email address with your animals, and nothing else from here"
        />
        <CardContent className="grid gap-5 sm:grid-cols-2">
          {draft.kept && isTyped && !merge && (
            <div className="sm:col-span-2">
              <DraftNotice onDiscard={discard} />
            </div>
          )}
          {merge && (
            <div className="sm:col-span-2">
              <ChangedElsewhere what="Your profile" merge={merge} values={entries} onChange={(next) => showEntries(form, next)} />
            </div>
          )}
          <Controller
            control={control}
            name="logoUrl"
            render={({ field }) => <LogoField value={field.value ?? null} onChange={field.onChange} className="sm:col-span-2" />}
          />
          <Field label={entryLabels.farmName} error={errors.farmName?.message}>
            {(field) => <Input {...field} {...register('farmName')} autoComplete="organization" />}
          </Field>
          <Field label={entryLabels.ownerName} error={errors.ownerName?.message}>
            {(field) => <Input {...field} {...register('ownerName')} autoComplete="name" />}
          </Field>
          <div className="flex flex-col gap-1.5">
            <Field label={entryLabels.email} error={errors.email?.message}>
              {(field) => <Input {...field} {...register('email')} type="email" inputMode="email" autoComplete="email" />}
            </Field>
            {!user.emailConfirmed && entries.email === user.email && <UnconfirmedEmail />}
          </div>
          <Field label={entryLabels.phone} error={errors.phone?.message}>
            {(field) => <Input {...field} {...register('phone')} type="tel" inputMode="tel" autoComplete="tel" />}
          </Field>
          <Field label={entryLabels.address} error={errors.address?.message} className="sm:col-span-2">
            {(field) => <Textarea {...field} {...register('address')} autoComplete="street-address" rows={3} />}
          </Field>
        </CardContent>
        <CardFooter className="justify-end">
          {isDirty && <p className="mr-auto text-muted-foreground">There are changes that are not saved.</p>}
          <Button type="submit" busy={isSaving} className="w-full sm:w-auto">
            {isSaving ? 'Saving...' : 'Save Changes'}
          </Button>
        </CardFooter>
      </form>
      <ConfirmPasswordDialog {...password} />
    </Card>
  );
}
