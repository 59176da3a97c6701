import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Store } from 'lucide-react';
import { type Control, useController, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { type Storefront, StorefrontChange } from '#contract/storefront.ts';
import { placePrecisionList, placePrecisions } from '#domain/values/distance.ts';
import { fieldNames } from '#domain/records/fields.ts';
import { type EmailFor, emailForList, listingFacts } from '#domain/listings.ts';
import { CheckField, ChoiceField } from '#web/components/forms/form-fields.tsx';
import { bySchema, Form, FormFields, LongTextField, SubmitButton, TextField } from '#web/components/forms/form.tsx';
import type { ShownMergeField } from '#web/components/forms/changed-elsewhere.tsx';
import { RecordNotices, useRecordForm } from '#web/components/forms/record-form.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { SharedFacts } from '#web/components/shared-facts.tsx';
import { NotSaved } from '#web/components/forms/not-saved.tsx';
import { PlaceInput } from '#web/components/forms/place-input.tsx';
import { call } from '#web/lib/server/api.ts';
import { storefrontQuery } from '#web/lib/session/storefront.ts';
import { toast } from '#web/lib/use-toast.ts';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { CopyField } from '#web/components/copy-field.tsx';
import { NoEnquiries } from '#web/components/unconfirmed-email.tsx';
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
        {storefront.data && <StorefrontForm stored={storefront.data} />}
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

const labels = {
  placeName: 'Place in words',
  coordinates: 'Coordinates',
  precision: 'How exactly buyers see it',
  slug: 'Address of your page',
  story: 'About your farm',
  emailFor: 'Who sees your email address',
  takesEnquiries: 'Buyers may write to you',
  shared: 'What your listings show from your records',
} as const satisfies Record<keyof Typed, string>;

const shown = (typed: Typed) => ({
  ...typed,
  precision: placePrecisions[typed.precision].label,
  emailFor: emailForLabels[typed.emailFor],
  takesEnquiries: typed.takesEnquiries ? 'Yes' : 'No',
  shared: typed.shared.map((fact) => listingFacts[fact]).join(', '),
});

const mergeFields: readonly ShownMergeField<Typed>[] = fieldNames(Typed.shape).map((name) => ({
  label: labels[name],
  fields: [name],
  show: (typed) => shown(typed)[name],
}));

/** A farm has one. */
const asRecord = (storefront: Storefront) => ({ ...storefront, id: 'storefront' });

function StorefrontForm({ stored }: { readonly stored: Storefront }) {
  const client = useQueryClient();
  const record = useRecordForm<ReturnType<typeof asRecord>, Typed, z.output<typeof Typed>, Storefront>({
    what: 'What the marketplace shows',
    failure: 'Could not save what the marketplace shows',
    stored: asRecord(stored),
    readStored: () => call('readStorefront', {}).then(asRecord),
    mergeFields,
    valuesOf: (from) => typedOf(from ?? stored),
    resolver: bySchema(Typed),
    draft: { form: 'storefront' },
    send: (typed, { version }) => call('changeStorefront', { body: { ...typed, version } }),
    onSaved: (saved) => {
      client.setQueryData(storefrontQuery.queryKey, saved);
      record.restart(asRecord(saved));
      toast({ title: 'Saved', description: 'The marketplace now shows it.' });
    },
  });
  const { form, submit, failed, failure } = record;
  const { control } = form;
  return (
    <Form form={form} onSubmit={submit}>
      <RecordNotices record={record} />
      <FormFields className="flex flex-col gap-4">
        <TextField
          control={control}
          name="placeName"
          label={labels.placeName}
          hint="As buyers will see it, such as: near Olathe, Kansas"
          maxLength={80}
          optional
        />
        <Coordinates control={control} />
        <ChoiceField
          control={control}
          name="precision"
          label={labels.precision}
          hint="The coordinates are rounded before they are stored."
          layout="stacked"
          options={placePrecisionList.map((value) => ({ value, label: placePrecisions[value].label }))}
        />
        <TextField
          control={control}
          name="slug"
          label={labels.slug}
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
          label={labels.story}
          hint="Your story, your breeds, when people may visit"
          maxLength={4000}
        />
        <ChoiceField
          control={control}
          name="emailFor"
          label={labels.emailFor}
          hint="On the marketplace, beside your animals"
          layout="stacked"
          options={emailForList.map((value) => ({ value, label: emailForLabels[value] }))}
        />
        <TakesEnquiries control={control} />
        <Facts control={control} />
        {stored.slug !== null && (
          <CopyField label="Your page" hint="To share" value={`${location.origin}/farms/${stored.slug}`} />
        )}
        {failed !== undefined && <NotSaved error={failed} fallback={failure} isMarked />}
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
      label={labels.coordinates}
      hint="Leave empty to show no place."
      value={value ?? ''}
      onChange={onChange}
      error={fieldState.error?.message}
    />
  );
}

function TakesEnquiries({ control }: PartProps) {
  const [takesEnquiries, emailFor] = useWatch({ control, name: ['takesEnquiries', 'emailFor'] });
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
        {labels.takesEnquiries}
      </CheckField>
      <NoEnquiries isOffering={takesEnquiries} />
    </div>
  );
}

function Facts({ control }: PartProps) {
  const { field } = useController({ control, name: 'shared' });
  return <SharedFacts legend={labels.shared} chosen={field.value} onChange={field.onChange} />;
}
