import { Camera, RotateCcw, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { isPictureUrl } from '#domain/animals.ts';
import { cn } from '#web/lib/cn.ts';
import { uploadImage, uploadSentence } from '#web/lib/upload.ts';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { toast } from '#web/ui/use-toast.ts';
import type { AnimalFormValues } from './animal-form-values.ts';
import { AnimalPhoto } from './animal-photo.tsx';

/** A photo on its way to the server. */
interface Upload {
  readonly file: File;
  readonly preview: string;
  readonly percent: number;
  readonly hasFailed: boolean;
}

/** Takes or chooses a photo and sends it at once, so that saving the animal need not wait for it. */
export function PhotoField({ onBusy }: { onBusy: (isBusy: boolean) => void }) {
  const id = useId();
  const { field, fieldState } = useController<AnimalFormValues, 'imageUrl'>({ name: 'imageUrl' });
  const species = useWatch<AnimalFormValues, 'species'>({ name: 'species' });
  const [upload, setUpload] = useState<Upload | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  const preview = upload?.preview;
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  const send = async (file: File) => {
    setUpload({ file, preview: URL.createObjectURL(file), percent: 0, hasFailed: false });
    onBusy(true);
    const { signal } = leaving.current;
    try {
      const onProgress = (percent: number) => setUpload((now) => now && { ...now, percent });
      const { imageUrl } = await uploadImage(file, { onProgress, signal });
      field.onChange(imageUrl);
      setUpload(null);
      toast({ title: 'Image uploaded successfully' });
    } catch (error) {
      if (signal.aborted) return;
      setUpload((now) => now && { ...now, hasFailed: true });
      toast({ variant: 'destructive', title: 'Error', description: uploadSentence(error as Error, 'Image upload failed') });
    } finally {
      onBusy(false);
    }
  };

  const isSending = upload !== null && !upload.hasFailed;
  const hasPhoto = isPictureUrl(field.value);
  return (
    <div className="flex items-center gap-4">
      {upload ? (
        <img src={upload.preview} alt="" className={cn('size-24 rounded-lg object-cover', upload.hasFailed && 'opacity-50')} />
      ) : (
        <AnimalPhoto imageUrl={field.value} species={species} className="size-24" />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          <label
            htmlFor={id}
            className={cn(
              buttonLook({ variant: 'outline' }),
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
              isSending && 'pointer-events-none opacity-55',
            )}
          >
            <Camera aria-hidden />
            {hasPhoto || upload ? 'Change photo' : 'Add a photo'}
            <input
              id={id}
              type="file"
              accept="image/*"
              className="sr-only"
              disabled={isSending}
              onChange={(event) => {
                const file = event.target.files?.[0];
                // The same file may be chosen again after a failure.
                event.target.value = '';
                if (file) void send(file);
              }}
            />
          </label>
          {upload?.hasFailed && (
            <Button variant="outline" onClick={() => void send(upload.file)}>
              <RotateCcw aria-hidden />
              Try again
            </Button>
          )}
          {hasPhoto && !upload && (
            <Button variant="ghost" size="icon" aria-label="Remove the photo" onClick={() => field.onChange(null)}>
              <Trash2 aria-hidden />
            </Button>
          )}
        </div>
        {isSending && (
          <div className="flex items-center gap-3 text-sm text-muted-foreground">
            <Progress value={upload.percent} label="Photo upload" />
            <span className="w-10 shrink-0 text-right tabular-nums">{upload.percent}%</span>
          </div>
        )}
        {upload?.hasFailed && <p className="text-sm font-medium text-destructive">The photo was not sent. It is kept here.</p>}
        {fieldState.error && <p className="text-sm font-medium text-destructive">{fieldState.error.message}</p>}
      </div>
    </div>
  );
}
