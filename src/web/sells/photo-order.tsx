import { useMutation } from '@tanstack/react-query';
import { Camera, MoveDown, MoveUp, Star, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { maxListingPhotos } from '#domain/listings.ts';
import { AnimalPhoto } from '#web/herd/animal/animal-photo.tsx';
import { uploadImage, uploadSentence } from '#web/lib/server/upload.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { Progress } from '#web/ui/progress.tsx';

interface PhotoOrderProps {
  readonly animal: Animal;
  readonly photos: readonly string[];
  readonly onChange: (update: (photos: readonly string[]) => string[]) => void;
  readonly onBusy: (isBusy: boolean) => void;
}

/** Buttons instead of dragging, which keyboards cannot do and thumbs do badly. */
export function PhotoOrder({ animal, photos, onChange, onBusy }: PhotoOrderProps) {
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
