import { ImageUp } from 'lucide-react';
import { type ChangeEvent, useId, useRef } from 'react';
import { isPictureUrl } from '#domain/records/animals.ts';
import { cn } from '#web/ui/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { Bell } from '#web/ui/icons.tsx';
import { useMutation } from '@tanstack/react-query';
import { uploadImage, uploadSentence } from '#web/lib/server/upload.ts';
import { toast } from '#web/lib/use-toast.ts';

interface LogoFieldProps {
  value: string | null;
  onChange: (logoUrl: string | null) => void;
  className?: string;
}

export function LogoField({ value, onChange, className }: LogoFieldProps) {
  const labelId = useId();
  const picker = useRef<HTMLInputElement>(null);
  const upload = useUploadLogo(onChange);

  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Otherwise choosing the same file again would fire no event.
    event.target.value = '';
    if (file) upload.mutate(file);
  };

  return (
    <fieldset aria-labelledby={labelId} className={cn('flex flex-wrap items-center gap-x-5 gap-y-3', className)}>
      <div className="grid size-24 shrink-0 place-items-center overflow-hidden rounded-2xl border bg-muted">
        {isPictureUrl(value) ? (
          <img src={value} alt="The farm's logo" className="size-full object-cover" />
        ) : (
          <Bell aria-hidden className="size-10 text-muted-foreground" />
        )}
      </div>
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-2">
        <p id={labelId} className="text-sm font-semibold">
          Farm logo
        </p>
        <div className="flex flex-wrap gap-2">
          <input ref={picker} type="file" accept="image/*" hidden aria-label="Choose a logo" onChange={pick} />
          <Button variant="outline" busy={upload.isPending} onClick={() => picker.current?.click()}>
            {!upload.isPending && <ImageUp aria-hidden />}
            {upload.isPending ? 'Uploading...' : 'Upload Logo'}
          </Button>
          {value && (
            <Button variant="ghost" disabled={upload.isPending} onClick={() => onChange(null)}>
              Remove
            </Button>
          )}
        </div>
        <p className="text-sm text-muted-foreground">JPEG, PNG, GIF or WebP, at most 10 MB</p>
      </div>
    </fieldset>
  );
}

function useUploadLogo(onUploaded: (logoUrl: string) => void) {
  return useMutation({
    mutationFn: (file: File) => uploadImage(file),
    onSuccess: ({ imageUrl }) => {
      onUploaded(imageUrl);
      toast({ title: 'Logo uploaded successfully', description: 'It is kept when you save the changes.' });
    },
    onError: (error) =>
      toast({ title: 'Error', description: uploadSentence(error, 'Failed to upload logo'), variant: 'destructive' }),
  });
}
