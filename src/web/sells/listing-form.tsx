import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { ListingDetails } from '#contract/storefront.ts';
import { DialogBody, DialogCancel, DialogFooter, dialogColumn, useDialogBusy } from '#web/components/dialog.tsx';
import { SharedFacts } from '#web/components/shared-facts.tsx';
import { NotSaved } from '#web/components/not-saved.tsx';
import { call } from '#web/lib/api.ts';
import { toast } from '#web/lib/use-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckboxLine } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { PhotoOrder } from './photo-order.tsx';

interface ListingFormProps {
  readonly animal: Animal;
  readonly stored: ListingDetails;
  readonly onSaved: () => void;
}

export function ListingForm({ animal, stored, onSaved }: ListingFormProps) {
  // The version that the form was opened with stays, whatever is read meanwhile.
  const [{ version, ...opened }] = useState(stored);
  const [details, setDetails] = useState(opened);
  const [isUploading, setUploading] = useState(false);
  const change = (part: Partial<typeof opened>) => setDetails((before) => ({ ...before, ...part }));
  const save = useMutation({
    mutationFn: () => call('changeListingDetails', { params: { id: animal.id }, body: { ...details, version } }),
    onSuccess: () => {
      toast({ title: 'Saved', description: 'The marketplace shows it from now on.' });
      onSaved();
    },
  });
  useDialogBusy(save.isPending);
  return (
    <form
      className={dialogColumn}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <DialogBody className="flex flex-col gap-6">
        <PhotoOrder
          animal={animal}
          photos={details.photos}
          onChange={(update) => setDetails((before) => ({ ...before, photos: update(before.photos) }))}
          onBusy={setUploading}
        />
        <Field label="Link to a clip" hint="A film elsewhere, such as on YouTube. The address begins with https://" optional>
          {(control) => (
            <Input
              {...control}
              type="url"
              inputMode="url"
              maxLength={2048}
              placeholder="https://"
              value={details.clipUrl ?? ''}
              onChange={({ target }) => change({ clipUrl: target.value.trim() || null })}
            />
          )}
        </Field>
        <div className="flex flex-col gap-3">
          <CheckboxLine
            hint="Chosen for all your animals in Settings"
            checked={details.shared === null}
            onCheckedChange={(isAsAll) => change({ shared: isAsAll === true ? null : [] })}
          >
            Show the same records as for my other animals
          </CheckboxLine>
          {details.shared !== null && (
            <SharedFacts
              legend="What this listing shows from your records"
              chosen={details.shared}
              onChange={(shared) => change({ shared })}
            />
          )}
        </div>
        {save.isError && <NotSaved error={save.error} fallback="The listing could not be saved" />}
      </DialogBody>
      <DialogFooter>
        <DialogCancel />
        <Button type="submit" busy={save.isPending} disabled={isUploading}>
          Save
        </Button>
      </DialogFooter>
    </form>
  );
}
