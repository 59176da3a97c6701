import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { Enquiry, type Listing } from '#contract/market.ts';
import { Form, FormFields, LongTextField, SubmitButton, TextField, bySchema } from '#web/components/forms/form.tsx';
import { NotSaved } from '#web/components/forms/not-saved.tsx';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { call } from '#web/lib/server/api.ts';
import { dollars } from '#web/lib/text/format.ts';
import { read } from '#web/lib/server/query.ts';
import { CheckboxLine } from '#web/ui/checkbox.tsx';

const Typed = Enquiry.pick({ name: true, email: true, message: true });

/** Sent to the farm by email, so that the page need not show the farm's address. */
export function EnquiryForm({ listing }: { listing: Listing }) {
  // The same id for each attempt, so that a retry sends no second enquiry.
  const [id] = useState(uuidv7);
  const [others, setOthers] = useState<readonly string[]>([]);
  const [error, setError] = useState<unknown>();
  const [isSent, setSent] = useState(false);
  const form = useForm({ defaultValues: { name: '', email: '', message: '' }, resolver: bySchema(Typed) });
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
    <Form
      form={form}
      onSubmit={async (typed) => {
        setError(undefined);
        try {
          await call('sendEnquiry', { body: { id, listingIds: [listing.id, ...others], ...typed } });
          setSent(true);
        } catch (failure) {
          setError(failure);
          throw failure;
        }
      }}
      className="flex flex-col gap-4 pt-2"
    >
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
        {listing.farmSlug && <Others slug={listing.farmSlug} except={listing.id} chosen={others} onChange={setOthers} />}
      </FormFields>
      {error !== undefined && <NotSaved error={error} fallback="Your message could not be sent" isMarked />}
      <SubmitButton busyLabel="Sending..." className="self-start">
        Send
      </SubmitButton>
    </Form>
  );
}

interface OthersProps {
  readonly slug: string;
  readonly except: string;
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

function Others({ slug, except, chosen, onChange }: OthersProps) {
  const { data = [] } = useQuery(read('listForSale', { query: { farm: slug, limit: 20 } }));
  const offered = data.filter(({ id }) => id !== except).slice(0, 19);
  if (offered.length === 0) return null;
  return (
    <fieldset>
      <legend className="font-medium">Also ask about these</legend>
      {offered.map((other) => (
        <CheckboxLine
          key={other.id}
          isTight
          checked={chosen.includes(other.id)}
          onCheckedChange={(isChosen) =>
            onChange(isChosen === true ? [...chosen, other.id] : chosen.filter((id) => id !== other.id))
          }
        >
          {fullName(other)}, {dollars(other.salePrice)}
        </CheckboxLine>
      ))}
    </fieldset>
  );
}
