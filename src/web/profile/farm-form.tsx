import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import { type CurrentUser, ProfileChange } from '#contract/accounts.ts';
import { showFieldErrors } from '#web/lib/field-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardFooter, CardHeader } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { LogoField } from './logo-field.tsx';
import { useSaveProfile } from './profile.data.ts';

const fields = ['farmName', 'ownerName', 'email', 'phone', 'address', 'logoUrl'] as const;

export function FarmForm({ user }: { user: CurrentUser }) {
  const { register, control, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(ProfileChange),
    defaultValues: entriesOf(user),
  });
  const { errors, isDirty } = formState;
  const save = useSaveProfile();

  const submit = handleSubmit((values) =>
    save.mutate(values, {
      // The fields stay registered: the compiler does not register them a second time.
      onSuccess: (saved) => reset(entriesOf(saved), { keepFieldsRef: true }),
      onError: (error) => showFieldErrors(error, setError, fields),
    }),
  );

  return (
    <Card>
      <form noValidate onSubmit={submit} className="flex flex-col">
        <CardHeader title="Farm Information" description="Shown with your animals on the marketplace" />
        <CardContent className="grid gap-5 sm:grid-cols-2">
          <Controller
            control={control}
            name="logoUrl"
            render={({ field }) => <LogoField value={field.value ?? null} onChange={field.onChange} className="sm:col-span-2" />}
          />
          <Field label="Farm name" error={errors.farmName?.message}>
            {(field) => <Input {...field} {...register('farmName')} autoComplete="organization" />}
          </Field>
          <Field label="Owner name" error={errors.ownerName?.message}>
            {(field) => <Input {...field} {...register('ownerName')} autoComplete="name" />}
          </Field>
          <Field label="Email address" error={errors.email?.message}>
            {(field) => <Input {...field} {...register('email')} type="email" inputMode="email" autoComplete="email" />}
          </Field>
          <Field label="Phone number" error={errors.phone?.message}>
            {(field) => <Input {...field} {...register('phone')} type="tel" inputMode="tel" autoComplete="tel" />}
          </Field>
          <Field label="Farm address" error={errors.address?.message} className="sm:col-span-2">
            {(field) => <Textarea {...field} {...register('address')} autoComplete="street-address" rows={3} />}
          </Field>
        </CardContent>
        <CardFooter className="justify-end">
          {isDirty && <p className="mr-auto text-muted-foreground">There are changes that are not saved.</p>}
          <Button type="submit" busy={save.isPending} className="w-full sm:w-auto">
            {save.isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </CardFooter>
      </form>
    </Card>
  );
}

const entriesOf = ({ farmName, ownerName, email, phone, address, logoUrl }: CurrentUser) => ({
  farmName: farmName ?? '',
  ownerName: ownerName ?? '',
  email,
  phone: phone ?? '',
  address: address ?? '',
  logoUrl,
});
