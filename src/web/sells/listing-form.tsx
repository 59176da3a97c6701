import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Animal } from '#contract/animals.ts';
import type { ListingDetails } from '#contract/storefront.ts';
import type { ListingFact } from '#domain/listings.ts';
import { DialogForm } from '#web/components/dialog-form.tsx';
import { byRules, TextField } from '#web/components/form.tsx';
import { SharedFacts } from '#web/components/shared-facts.tsx';
import { call } from '#web/lib/api.ts';
import { toast } from '#web/lib/use-toast.ts';
import { CheckboxLine } from '#web/ui/checkbox.tsx';
import { PhotoOrder } from './photo-order.tsx';

interface ListingFormProps {
  readonly animal: Animal;
  readonly stored: ListingDetails;
  readonly onSaved: () => void;
}

type Values = Omit<ListingDetails, 'clipUrl'> & { readonly clipUrl: string };

/** Does not use the contract's schema, which is larger than the form. */
const violations = ({ clipUrl }: Values) => ({
  clipUrl: /^\s*(?:https:\/\/.*)?$/.test(clipUrl) ? undefined : 'Must begin with https://',
});

export function ListingForm({ animal, stored, onSaved }: ListingFormProps) {
  const [isUploading, setUploading] = useState(false);
  const form = useForm<Values, unknown, Values>({
    // Keeps the version that the form was opened with, even if newer data is read.
    defaultValues: { ...stored, clipUrl: stored.clipUrl ?? '' },
    resolver: byRules(violations),
  });
  const { control, getValues, setValue } = form;
  const [photos, shared] = useWatch({ control, name: ['photos', 'shared'] });
  const share = (facts: ListingFact[] | null) => setValue('shared', facts, { shouldDirty: true });
  const save = async ({ clipUrl, ...details }: Values) => {
    const body = { ...details, clipUrl: clipUrl.trim() || null };
    await call('changeListingDetails', { params: { id: animal.id }, body });
    toast({ title: 'Saved', description: 'The marketplace now shows it.' });
    onSaved();
  };
  return (
    <DialogForm
      form={form}
      onSubmit={save}
      submitLabel="Save"
      busyLabel="Saving..."
      isBusy={isUploading}
      failure="The listing could not be saved"
      className="flex flex-col gap-6"
    >
      <PhotoOrder
        animal={animal}
        photos={photos}
        onChange={(update) => setValue('photos', update(getValues('photos')), { shouldDirty: true })}
        onBusy={setUploading}
      />
      <TextField
        control={control}
        name="clipUrl"
        label="Link to a clip"
        hint="A video on another site, such as YouTube. The address begins with https://"
        type="url"
        inputMode="url"
        maxLength={2048}
        placeholder="https://"
      />
      <div className="flex flex-col gap-3">
        <CheckboxLine
          hint="Chosen for all your animals in Settings"
          checked={shared === null}
          onCheckedChange={(isAsAll) => share(isAsAll === true ? null : [])}
        >
          Show the same records as for my other animals
        </CheckboxLine>
        {shared !== null && <SharedFacts legend="What this listing shows from your records" chosen={shared} onChange={share} />}
      </div>
    </DialogForm>
  );
}
