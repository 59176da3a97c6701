import { ImagePlus, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { usePhotoSource } from '#web/lib/server/waiting-photo.ts';
import { Button } from '#web/ui/button.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { usePhotoUpload } from './use-photo-upload.ts';

interface RecordPhotoFieldProps<V extends FieldValues, Out> {
  readonly control: Control<V, unknown, Out>;
  readonly name: FieldPathByValue<V, string>;
  /** The camera, or the choice of a picture, opens at once. */
  readonly isFirst?: boolean;
  readonly onBusy: (isBusy: boolean) => void;
}

export function RecordPhotoField<V extends FieldValues, Out>({
  control,
  name,
  isFirst = false,
  onBusy,
}: RecordPhotoFieldProps<V, Out>) {
  const {
    field: { ref, value: held, onChange },
    fieldState,
  } = useController({ control, name });
  const { upload, send } = usePhotoUpload({ onBusy, onUploaded: onChange });
  const value: unknown = held;
  const stored = usePhotoSource(typeof value === 'string' ? value : '');
  const shown = upload?.preview || stored;
  const failure = upload?.failure;
  const isSending = Boolean(upload && !failure);
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
      <div className="flex flex-wrap gap-2">
        <FileButton ref={ref} variant="outline" accept="image/*" disabled={isSending} onChoose={(file) => void send(file)}>
          <ImagePlus aria-hidden />
          {shown === '' ? 'Add a photo' : 'Change photo'}
        </FileButton>
        {stored !== '' && !isSending && (
          <Button variant="ghost" onClick={() => onChange('')}>
            <Trash2 aria-hidden />
            Remove photo
          </Button>
        )}
      </div>
      {upload && !failure && <Progress value={upload.percent} label="Photo upload" />}
      {failure && <p className="text-sm font-medium text-destructive">The photo was not sent. {failure.reason}</p>}
      {fieldState.error && <p className="text-sm font-medium text-destructive">{fieldState.error.message}</p>}
    </div>
  );
}
