import { useQuery, useMutation } from '@tanstack/react-query';
import type { Animal } from '#contract/animals.ts';
import { Dialog, DialogBody } from '#web/components/dialogs/dialog.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { NeedsServer } from '#web/components/loading/needs-server.tsx';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { read } from '#web/lib/server/query.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useState, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { ListingDetails } from '#contract/storefront.ts';
import { type ListingFact, listingFacts, maxListingPhotos } from '#domain/listings.ts';
import { plural } from '#domain/values/plural.ts';
import type { ShownMergeField } from '#web/components/forms/changed-elsewhere.tsx';
import { byRules, TextField } from '#web/components/forms/form.tsx';
import { RecordForm, useRecordForm } from '#web/components/forms/record-form.tsx';
import { SharedFacts } from '#web/components/shared-facts.tsx';
import { listingForms } from '#web/herd/requested-forms.ts';
import { call } from '#web/lib/server/api.ts';
import { toast } from '#web/lib/use-toast.ts';
import { CheckboxLine } from '#web/ui/checkbox.tsx';
import { Camera, MoveDown, MoveUp, Star, Trash2 } from 'lucide-react';
import { AnimalPhoto } from '#web/herd/animal/animal-photo.tsx';
import { uploadImage, uploadSentence } from '#web/lib/server/upload.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { Progress } from '#web/ui/progress.tsx';

/** Edits what an animal's listing shows besides its fields. It is stored only on the server. */
export function ListingDialog({ animal, onClose }: { animal: Animal; onClose: () => void }) {
  const details = useQuery({ ...read('readListingDetails', { params: { id: animal.id } }), gcTime: 0 });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="medium"
      title={`The listing of ${fullName(animal)}`}
      description="What buyers see on the marketplace."
    >
      {details.data ? (
        <ListingForm animal={animal} stored={details.data} onSaved={onClose} />
      ) : (
        <DialogBody>
          <NeedsServer what="You can change the listing">
            {details.isError ? <QueryFailed what="The listing" query={details} /> : <Skeleton className="h-64" />}
          </NeedsServer>
        </DialogBody>
      )}
    </Dialog>
  );
}

interface ListingFormProps {
  readonly animal: Animal;
  readonly stored: ListingDetails;
  readonly onSaved: () => void;
}

type Values = Omit<ListingDetails, 'clipUrl' | 'version'> & { readonly clipUrl: string };

/** Does not use the contract's schema, which is larger than the form. */
const violations = ({ clipUrl }: Values) => ({
  clipUrl: /^\s*(?:https:\/\/.*)?$/.test(clipUrl) ? undefined : 'Must begin with https://',
});

const mergeFields: readonly ShownMergeField<Values>[] = [
  { label: 'Photos', fields: ['photos'], show: ({ photos }) => (photos.length === 0 ? '' : plural(photos.length, 'photo')) },
  { label: 'Link to a clip', fields: ['clipUrl'], show: ({ clipUrl }) => clipUrl },
  {
    label: 'Records',
    fields: ['shared'],
    show: ({ shared }) => (shared ? shared.map((fact) => listingFacts[fact]).join(', ') : 'As for my other animals'),
  },
];

const withId = (id: string) => (details: ListingDetails) => ({ ...details, id });

function ListingForm({ animal, stored, onSaved }: ListingFormProps) {
  const [isUploading, setUploading] = useState(false);
  const params = { id: animal.id };
  const record = useRecordForm<ListingDetails & { readonly id: string }, Values, Values, ListingDetails>({
    what: 'This listing',
    failure: 'The listing could not be saved',
    stored: withId(animal.id)(stored),
    readStored: () => call('readListingDetails', { params }).then(withId(animal.id)),
    mergeFields,
    valuesOf: ({ photos, clipUrl, shared }: ListingDetails = stored) => ({ photos, clipUrl: clipUrl ?? '', shared }),
    resolver: byRules(violations),
    draft: { form: listingForms + animal.id, title: 'Listing not saved' },
    send: ({ clipUrl, ...values }, { version = stored.version }) =>
      call('changeListingDetails', { params, body: { ...values, clipUrl: clipUrl.trim() || null, version } }),
    onSaved: () => {
      toast({ title: 'Saved', description: 'The marketplace now shows it.' });
      onSaved();
    },
  });
  const { control, getValues, setValue } = record.form;
  const [photos, shared] = useWatch({ control, name: ['photos', 'shared'] });
  const share = (facts: ListingFact[] | null) => setValue('shared', facts, { shouldDirty: true });
  return (
    <RecordForm record={record} submitLabel="Save" isBusy={isUploading} className="flex flex-col gap-6">
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
    </RecordForm>
  );
}

interface PhotoOrderProps {
  readonly animal: Animal;
  readonly photos: readonly string[];
  readonly onChange: (update: (photos: readonly string[]) => string[]) => void;
  readonly onBusy: (isBusy: boolean) => void;
}

/** Buttons instead of dragging, which keyboards cannot do and thumbs do badly. */
function PhotoOrder({ animal, photos, onChange, onBusy }: PhotoOrderProps) {
  const [percent, setPercent] = useState(0);
  const upload = useMutation({
    mutationFn: async (file: File) => {
      setPercent(0);
      onBusy(true);
      return uploadImage(file, { onProgress: setPercent });
    },
    onSuccess: ({ imageUrl }) => onChange((before) => [...before.filter((url) => url !== imageUrl), imageUrl]),
    onSettled: () => onBusy(false),
  });
  const moveTo = (url: string, index: number) =>
    onChange((before) => before.filter((one) => one !== url).toSpliced(index, 0, url));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">Photos</legend>
      <p className="text-sm text-muted-foreground">
        Up to {maxListingPhotos}. The first is the cover: it is shown in lists and is the animal’s own photo.
      </p>
      <ol className="flex flex-col gap-2">
        {photos.map((url, index) => (
          <li key={url} className="flex items-center gap-3 rounded-lg border p-2">
            <div className="relative shrink-0">
              <AnimalPhoto imageUrl={url} species={animal.species} className="size-18" />
              {index === 0 && <Badge className="absolute bottom-1 start-1">Cover</Badge>}
            </div>
            <div className="ms-auto flex">
              <Step label={`Make photo ${index + 1} the cover`} disabled={index === 0} onClick={() => moveTo(url, 0)}>
                <Star aria-hidden />
              </Step>
              <Step label={`Move photo ${index + 1} up`} disabled={index === 0} onClick={() => moveTo(url, index - 1)}>
                <MoveUp aria-hidden />
              </Step>
              <Step
                label={`Move photo ${index + 1} down`}
                disabled={index === photos.length - 1}
                onClick={() => moveTo(url, index + 1)}
              >
                <MoveDown aria-hidden />
              </Step>
              <Step label={`Remove photo ${index + 1}`} onClick={() => onChange((before) => before.filter((one) => one !== url))}>
                <Trash2 aria-hidden />
              </Step>
            </div>
          </li>
        ))}
      </ol>
      {photos.length < maxListingPhotos && (
        <FileButton variant="outline" accept="image/*" disabled={upload.isPending} onChoose={(file) => upload.mutate(file)}>
          <Camera aria-hidden />
          Add a photo
        </FileButton>
      )}
      {upload.isPending && (
        <div className="flex items-center gap-3 text-sm text-muted-foreground">
          <Progress value={percent} label="Photo upload" />
          <span className="w-10 shrink-0 text-end">{percent}%</span>
        </div>
      )}
      {upload.isError && (
        <p role="alert" className="text-sm font-medium text-destructive">
          The photo was not sent. {uploadSentence(upload.error, 'Try again where the connection is better.')}
        </p>
      )}
    </fieldset>
  );
}

interface StepProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

const Step = ({ label, children, ...props }: StepProps) => (
  <Button variant="ghost" size="icon" aria-label={label} {...props}>
    {children}
  </Button>
);
