import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Store } from 'lucide-react';
import { type Control, useController, useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { type Storefront, StorefrontChange } from '#contract/storefront.ts';
import { placePrecisionList, placePrecisions } from '#domain/values/distance.ts';
import { type EmailFor, emailForList } from '#domain/listings.ts';
import { CheckField, ChoiceField } from '#web/components/forms/form-fields.tsx';
import { bySchema, Form, FormFields, LongTextField, SubmitButton, TextField } from '#web/components/forms/form.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { SharedFacts } from '#web/components/shared-facts.tsx';
import { NotSaved } from '#web/components/forms/not-saved.tsx';
import { PlaceInput } from '#web/components/forms/place-input.tsx';
import { call } from '#web/lib/server/api.ts';
import { useFarmRole } from '#web/lib/session/session.ts';
import { storefrontQuery } from '#web/lib/session/storefront.ts';
import { toast } from '#web/lib/use-toast.ts';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { CopyField } from '#web/components/copy-field.tsx';
import { UnconfirmedEmail } from '#web/components/unconfirmed-email.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The farm's own page and settings on the marketplace. */
export function StorefrontCard() {
  const storefront = useQuery(storefrontQuery);
  return (
    <Card className="mb-6 max-w-3xl">
      <CardHeader
        title="Your Farm on the Marketplace"
        description="With a place, buyers can search for your animals by distance. Your page shows what you write here and what you offer. Only what you choose here is stored."
      />
      <CardContent>
        {storefront.isPending && <Skeleton className="h-40" />}
        {storefront.isError && <QueryFailed what="Your place" query={storefront} />}
        {storefront.data && <PlaceForm key={storefront.data.version} stored={storefront.data} />}
      </CardContent>
    </Card>
  );
}

const emailForLabels: Readonly<Record<EmailFor, string>> = {
  everybody: 'Everybody',
  signedIn: 'Anyone who is signed in',
  nobody: 'Nobody',
};

const Typed = StorefrontChange.omit({ version: true }).required();
type Typed = z.input<typeof Typed>;

const typedOf = ({ placeName, latitude, longitude, precision, slug, story, emailFor, takesEnquiries, shared }: Storefront) =>
  ({
    placeName: placeName ?? '',
    coordinates: latitude === null || longitude === null ? '' : `${latitude}, ${longitude}`,
    precision: precision ?? 'km10',
    slug: slug ?? '',
    story: story ?? '',
    emailFor,
    takesEnquiries,
    shared,
  }) as const;

function PlaceForm({ stored }: { stored: Storefront }) {
  const client = useQueryClient();
  const form = useForm({ defaultValues: typedOf(stored), resolver: bySchema(Typed) });
  const { control } = form;
  const save = useMutation({
    mutationFn: (typed: z.output<typeof Typed>) => call('changeStorefront', { body: { ...typed, version: stored.version } }),
    onSuccess: (saved) => {
      client.setQueryData(storefrontQuery.queryKey, saved);
      toast({ title: 'Saved', description: 'The marketplace now shows it.' });
    },
  });
  return (
    <Form form={form} onSubmit={(typed) => save.mutateAsync(typed)}>
      <FormFields className="flex flex-col gap-4">
        <TextField
          control={control}
          name="placeName"
          label="Place in words"
          hint="As buyers will see it, such as: near Olathe, Kansas"
          maxLength={80}
          optional
        />
        <Coordinates control={control} />
        <ChoiceField
          control={control}
          name="precision"
          label="How exactly buyers see it"
          hint="The coordinates are rounded before they are stored."
          layout="stacked"
          options={placePrecisionList.map((value) => ({ value, label: placePrecisions[value].label }))}
        />
        <TextField
          control={control}
          name="slug"
          label="Address of your page"
          hint={`${location.origin}/farms/… Leave empty to have no page.`}
          maxLength={40}
          autoCapitalize="none"
          placeholder="sunny-acres"
          correct={(input) => (input.value = input.value.trim().toLowerCase())}
          optional
        />
        <LongTextField
          control={control}
          name="story"
          label="About your farm"
          hint="Your story, your breeds, when people may visit"
          maxLength={4000}
        />
        <ChoiceField
          control={control}
          name="emailFor"
          label="Who sees your email address"
          hint="On the marketplace, beside your animals"
          layout="stacked"
          options={emailForList.map((value) => ({ value, label: emailForLabels[value] }))}
        />
        <TakesEnquiries control={control} />
        <Facts control={control} />
        {stored.slug !== null && (
          <CopyField label="Your page" hint="To share" value={`${location.origin}/farms/${stored.slug}`} />
        )}
        {save.error && <NotSaved error={save.error} fallback="Could not save what the marketplace shows" isMarked />}
        <SubmitButton busyLabel="Saving..." className="self-start">
          <Store aria-hidden />
          Save
        </SubmitButton>
      </FormFields>
    </Form>
  );
}

interface PartProps {
  readonly control: Control<Typed, unknown, z.output<typeof Typed>>;
}

function Coordinates({ control }: PartProps) {
  const {
    field: { ref, value, onChange },
    fieldState,
  } = useController({ control, name: 'coordinates' });
  return (
    <PlaceInput
      ref={ref}
      label="Coordinates"
      hint="Leave empty to show no place."
      value={value ?? ''}
      onChange={onChange}
      error={fieldState.error?.message}
    />
  );
}

function TakesEnquiries({ control }: PartProps) {
  const [takesEnquiries, emailFor] = useWatch({ control, name: ['takesEnquiries', 'emailFor'] });
  const isOwner = useFarmRole() === 'owner';
  const isReachable = takesEnquiries || emailFor !== 'nobody';
  return (
    <div>
      <CheckField
        control={control}
        name="takesEnquiries"
        hint={
          isReachable
            ? 'Through a form that hides your address. You get an email if you have confirmed your address.'
            : 'Nobody sees your address: without this form, buyers cannot reach you from the marketplace.'
        }
      >
        Buyers may write to you
      </CheckField>
      {takesEnquiries && isOwner && <UnconfirmedEmail until="your listings have no way to write to you" />}
    </div>
  );
}

function Facts({ control }: PartProps) {
  const { field } = useController({ control, name: 'shared' });
  return <SharedFacts legend="What your listings show from your records" chosen={field.value} onChange={field.onChange} />;
}
