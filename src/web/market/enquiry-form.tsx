import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { Enquiry, type Listing } from '#contract/market.ts';
import { Form, FormFields, LongTextField, SubmitButton, TextField, bySchema } from '#web/components/forms/form.tsx';
import { NotSaved } from '#web/components/forms/not-saved.tsx';
import { RecordNotices, useRecordForm } from '#web/components/forms/record-form.tsx';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { call } from '#web/lib/server/api.ts';
import { dollars } from '#web/lib/text/format.ts';
import { read } from '#web/lib/server/query.ts';
import { CheckboxLine } from '#web/ui/checkbox.tsx';

const Typed = Enquiry.omit({ id: true });
type Typed = Omit<Enquiry, 'id'>;

/** Sent to the farm by email, so that the page need not show the farm's address. */
export function EnquiryForm({ listing }: { listing: Listing }) {
  const [isSent, setSent] = useState(false);
  const { data: ofFarm } = useQuery({
    ...read('listForSale', { query: { farm: listing.farmSlug ?? '', limit: 20 } }),
    enabled: listing.farmSlug !== null,
  });
  const others = ofFarm?.filter(({ id }) => id !== listing.id).slice(0, 19);
  const record = useRecordForm<never, Typed, Typed, unknown>({
    failure: 'Your message could not be sent',
    valuesOf: () => ({ listingIds: [listing.id], name: '', email: '', message: '' }),
    resolver: bySchema(Typed),
    draft: { form: `enquiry ${listing.id}` },
    send: (typed, { id }) => {
      // A draft may name animals that are no longer offered.
      const listingIds = typed.listingIds.filter(
        (one) => one === listing.id || (others?.some(({ id: other }) => other === one) ?? true),
      );
      return call('sendEnquiry', { body: { ...typed, id, listingIds } });
    },
    onSaved: () => setSent(true),
  });
  const { form, failed, failure } = record;
  const { control } = form;
  if (isSent) {
    return (
      <output className="block py-2">
        <span className="block font-semibold">Your message has been sent.</span>
        The farm will reply to the address you entered.
      </output>
    );
  }
  return (
    <Form form={form} onSubmit={record.submit} className="flex flex-col gap-4 pt-2">
      <RecordNotices record={record} />
      <FormFields className="flex flex-col gap-4">
        <TextField control={control} name="name" label="Your name" maxLength={80} autoComplete="name" />
        <TextField
          control={control}
          name="email"
          label="Your email address"
          hint="The reply goes there. Only the farm sees it."
          type="email"
          inputMode="email"
          autoComplete="email"
        />
        <LongTextField control={control} name="message" label="Your message" maxLength={2000} rows={5} />
        {others && <Others offered={others} control={control} />}
      </FormFields>
      {failed !== undefined && <NotSaved error={failed} fallback={failure} isMarked />}
      <SubmitButton busyLabel="Sending..." className="self-start">
        Send
      </SubmitButton>
    </Form>
  );
}

interface OthersProps {
  readonly offered: readonly Listing[];
  readonly control: Control<Typed, unknown, Typed>;
}

function Others({ offered, control }: OthersProps) {
  const { field } = useController({ control, name: 'listingIds' });
  if (offered.length === 0) return null;
  return (
    <fieldset>
      <legend className="font-medium">Also ask about these</legend>
      {offered.map((other) => (
        <CheckboxLine
          key={other.id}
          isTight
          checked={field.value.includes(other.id)}
          onCheckedChange={(isChosen) =>
            field.onChange(isChosen === true ? [...field.value, other.id] : field.value.filter((id) => id !== other.id))
          }
        >
          {fullName(other)}, {dollars(other.salePrice)}
        </CheckboxLine>
      ))}
    </fieldset>
  );
}
