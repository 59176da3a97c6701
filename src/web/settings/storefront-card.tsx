import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Store } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Storefront } from '#contract/storefront.ts';
import { placePrecisionList, placePrecisions, type PlacePrecision } from '#domain/distance.ts';
import { type EmailFor, emailForList } from '#domain/listings.ts';
import { Form } from '#web/components/form.tsx';
import { QueryFailed } from '#web/components/load-failed.tsx';
import { SharedFacts } from '#web/components/shared-facts.tsx';
import { PlaceInput } from '#web/components/place-input.tsx';
import { call } from '#web/lib/api.ts';
import { storefrontQuery } from '#web/lib/storefront.ts';
import { toast } from '#web/lib/use-toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { CheckboxLine } from '#web/ui/checkbox.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { Field, GroupField } from '#web/ui/field.tsx';
import { CopyField } from '#web/components/copy-field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { Input } from '#web/ui/input.tsx';
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

const coordinatesOf = ({ latitude, longitude }: Storefront): string =>
  latitude === null || longitude === null ? '' : `${latitude}, ${longitude}`;

function PlaceForm({ stored }: { stored: Storefront }) {
  const form = useForm();
  const client = useQueryClient();
  const [placeName, setPlaceName] = useState(stored.placeName ?? '');
  const [coordinates, setCoordinates] = useState(coordinatesOf(stored));
  const [precision, setPrecision] = useState<PlacePrecision>(stored.precision ?? 'km10');
  const [slug, setSlug] = useState(stored.slug ?? '');
  const [story, setStory] = useState(stored.story ?? '');
  const [emailFor, setEmailFor] = useState(stored.emailFor);
  const [takesEnquiries, setTakesEnquiries] = useState(stored.takesEnquiries);
  const [shared, setShared] = useState(stored.shared);
  const save = useMutation({
    mutationFn: () =>
      call('changeStorefront', {
        body: { placeName, coordinates, precision, slug, story, emailFor, takesEnquiries, shared, version: stored.version },
      }),
    onSuccess: (saved) => {
      client.setQueryData(storefrontQuery.queryKey, saved);
      toast({ title: 'Saved', description: 'The marketplace now shows it.' });
    },
    onError: (error) => toastFailure(error, 'Could not save what the marketplace shows'),
  });
  return (
    <Form form={form} className="flex flex-col gap-4" onSubmit={() => save.mutateAsync()}>
      <Field label="Place in words" hint="As buyers will see it, such as: near Olathe, Kansas" optional>
        {(control) => (
          <Input {...control} value={placeName} maxLength={80} onChange={(event) => setPlaceName(event.target.value)} />
        )}
      </Field>
      <PlaceInput label="Coordinates" hint="Leave empty to show no place." value={coordinates} onChange={setCoordinates} />
      <GroupField label="How exactly buyers see it" hint="The coordinates are rounded before they are stored.">
        {(control) => (
          <Choice<PlacePrecision>
            {...control}
            layout="stacked"
            value={precision}
            onChange={setPrecision}
            options={placePrecisionList.map((value) => ({ value, label: placePrecisions[value].label }))}
          />
        )}
      </GroupField>
      <Field label="Address of your page" hint={`${location.origin}/farms/… Leave empty to have no page.`} optional>
        {(control) => (
          <Input
            {...control}
            value={slug}
            maxLength={40}
            autoCapitalize="none"
            placeholder="sunny-acres"
            onChange={(event) => setSlug(event.target.value.trim().toLowerCase())}
          />
        )}
      </Field>
      <Field label="About your farm" hint="Your story, your breeds, when people may visit" optional>
        {(control) => <Textarea {...control} value={story} maxLength={4000} onChange={(event) => setStory(event.target.value)} />}
      </Field>
      <GroupField label="Who sees your email address" hint="On the marketplace, beside your animals">
        {(control) => (
          <Choice<EmailFor>
            {...control}
            layout="stacked"
            value={emailFor}
            onChange={setEmailFor}
            options={emailForList.map((value) => ({ value, label: emailForLabels[value] }))}
          />
        )}
      </GroupField>
      <CheckboxLine
        hint={
          takesEnquiries || emailFor !== 'nobody'
            ? 'Through a form that hides your address. You get an email if you have confirmed your address.'
            : 'Nobody sees your address: without this form, buyers cannot reach you from the marketplace.'
        }
        checked={takesEnquiries}
        onCheckedChange={(isChecked) => setTakesEnquiries(isChecked === true)}
      >
        Buyers may write to you
      </CheckboxLine>
      <SharedFacts legend="What your listings show from your records" chosen={shared} onChange={setShared} />
      {stored.slug !== null && <CopyField label="Your page" hint="To share" value={`${location.origin}/farms/${stored.slug}`} />}
      <Button type="submit" busy={save.isPending} className="self-start">
        <Store aria-hidden />
        Save
      </Button>
    </Form>
  );
}
