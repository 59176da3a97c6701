import { ImagePlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type Control, useController } from 'react-hook-form';
import type { NewEvent } from '#contract/events.ts';
import { usePhotoUpload } from '#web/components/use-photo-upload.ts';
import { usePhotoSource } from '#web/lib/waiting-photo.ts';
import { FileButton } from '#web/ui/file-button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import type { EventFormValues } from './event-form-values.ts';

interface EventPhotoFieldProps {
  readonly control: Control<EventFormValues, unknown, NewEvent>;
  readonly path: string;
  /** The camera, or the choice of a picture, opens at once. */
  readonly isFirst: boolean;
  readonly onBusy: (isBusy: boolean) => void;
}

export function EventPhotoField({ control, path, isFirst, onBusy }: EventPhotoFieldProps) {
  const { field, fieldState } = useController({ control, name: path });
  const { upload, send } = usePhotoUpload({ onBusy, onUploaded: field.onChange });
  const stored = usePhotoSource(typeof field.value === 'string' ? field.value : '');
  const shown = upload?.preview || stored;
  const failure = upload?.failure;
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const input = isFirst ? part.current?.querySelector('input') : undefined;
    // With the focus there, no keyboard of a phone comes up beside it.
    input?.focus();
    input?.click();
  }, [isFirst]);
  return (
    <div ref={part} className="flex flex-col gap-2 sm:col-span-2">
      {shown !== '' && <img src={shown} alt="" className="max-h-80 self-start rounded-lg border" />}
      <FileButton variant="outline" accept="image/*" disabled={Boolean(upload && !failure)} onChoose={(file) => void send(file)}>
        <ImagePlus aria-hidden />
        {shown === '' ? 'Add a photo' : 'Change photo'}
      </FileButton>
      {upload && !failure && <Progress value={upload.percent} label="Photo upload" />}
      {failure && <p className="text-sm font-medium text-destructive">The photo was not sent. {failure.reason}</p>}
      {fieldState.error && <p className="text-sm font-medium text-destructive">{fieldState.error.message}</p>}
    </div>
  );
}
