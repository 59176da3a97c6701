import { Camera, RotateCcw, Trash2 } from 'lucide-react';
import { useController, useWatch } from 'react-hook-form';
import { isPictureUrl } from '#domain/records/animals.ts';
import { cn } from '#web/ui/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import type { AnimalFormValues } from './animal-form-values.ts';
import { AnimalPhoto } from '#web/herd/animal/animal-photo.tsx';
import { usePhotoUpload } from '#web/components/forms/use-photo-upload.ts';

export function PhotoField({ onBusy }: { onBusy: (isBusy: boolean) => void }) {
  const {
    field: { ref, value, onChange },
    fieldState,
  } = useController<AnimalFormValues, 'imageUrl'>({ name: 'imageUrl' });
  const species = useWatch<AnimalFormValues, 'species'>({ name: 'species' });
  const { upload, send, hidePreview } = usePhotoUpload({ onBusy, onUploaded: onChange });
  const isSending = upload !== null && !upload.failure;
  const hasPhoto = isPictureUrl(value);
  return (
    <div className="flex flex-wrap items-center gap-4">
      {upload?.preview ? (
        <img
          src={upload.preview}
          alt=""
          onError={hidePreview}
          className={cn('size-24 shrink-0 rounded-lg object-cover', upload.failure && 'opacity-50')}
        />
      ) : (
        <AnimalPhoto imageUrl={value} species={species} className="size-24" />
      )}
      <div className="flex min-w-0 flex-1 basis-40 flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          <FileButton ref={ref} variant="outline" accept="image/*" disabled={isSending} onChoose={(file) => void send(file)}>
            <Camera aria-hidden />
            {hasPhoto || upload ? 'Change photo' : 'Add a photo'}
          </FileButton>
          {upload?.failure?.canRetry && (
            <Button variant="outline" onClick={() => void send(upload.file)}>
              <RotateCcw aria-hidden />
              Try again
            </Button>
          )}
          {hasPhoto && !upload && (
            <Button variant="ghost" size="icon" aria-label="Remove the photo" onClick={() => onChange(null)}>
              <Trash2 aria-hidden />
            </Button>
          )}
        </div>
        {isSending && (
          <div className="flex items-center gap-3 text-sm text-muted-foreground">
            <Progress value={upload.percent} label="Photo upload" />
            <span className="w-10 shrink-0 text-end">{upload.percent}%</span>
          </div>
        )}
        {upload?.failure && (
          <p className="text-sm font-medium text-destructive">The photo was not sent. {upload.failure.reason}</p>
        )}
        {fieldState.error && <p className="text-sm font-medium text-destructive">{fieldState.error.message}</p>}
      </div>
    </div>
  );
}
