import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { type CurrentUser, ProfileChange } from '#contract/accounts.ts';
import { Button } from '#web/ui/button.tsx';
import { ChangedElsewhere } from '#web/ui/changed-elsewhere.tsx';
import { Card, CardContent, CardFooter, CardHeader } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { ConfirmPasswordDialog } from './confirm-password-dialog.tsx';
import { LogoField } from './logo-field.tsx';
import { entriesOf, entryLabels } from './farm-entries.tsx';
import { showEntries, useSaveFarm } from './use-save-farm.ts';

export function FarmForm({ user }: { user: CurrentUser }) {
  const form = useForm({ resolver: zodResolver(ProfileChange), defaultValues: entriesOf(user) });
  const { register, control, handleSubmit, formState } = form;
  const { errors, isDirty } = formState;
  const { submit, isSaving, merge, password } = useSaveFarm(user, form);
  const entries = useWatch({ control });

  return (
    <Card>
      <form noValidate onSubmit={handleSubmit(submit)} className="flex flex-col">
        <CardHeader title="Farm Information" description="Shown with your animals on the marketplace" />
        <CardContent className="grid gap-5 sm:grid-cols-2">
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
          <Field label={entryLabels.email} error={errors.email?.message}>
            {(field) => <Input {...field} {...register('email')} type="email" inputMode="email" autoComplete="email" />}
          </Field>
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
