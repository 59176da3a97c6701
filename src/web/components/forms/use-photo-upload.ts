import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isUploadRejected, uploadImage, uploadSentence } from '#web/lib/server/upload.ts';
import { NetworkError } from '#web/lib/server/api.ts';
import { localCopy } from '#web/lib/server/local-copy.ts';
import { shrinkPicture } from '#web/lib/device/shrink-picture.ts';
import { toast } from '#web/lib/use-toast.ts';

export interface Upload {
  readonly file: File;
  /** Object URL of the local file; empty where the browser cannot show it. */
  readonly preview: string;
  readonly percent: number;
  readonly failure?: { readonly reason: string; readonly canRetry: boolean } | undefined;
}

interface UploadOptions {
  readonly onBusy: (isBusy: boolean) => void;
  readonly onUploaded: (imageUrl: string) => void;
}

export function usePhotoUpload({ onBusy, onUploaded }: UploadOptions) {
  const [upload, setUpload] = useState<Upload | null>(null);
  const { mutateAsync: uploadPhoto } = useMutation({
    mutationFn: ({ file, signal }: { file: File; signal: AbortSignal }) =>
      uploadImage(file, { onProgress: (percent) => change({ percent }), signal }),
  });
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  const preview = upload?.preview;
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  const change = (part: Partial<Upload>) => setUpload((now) => now && { ...now, ...part });

  const send = async (file: File) => {
    const { signal } = leaving.current;
    setUpload({ file, preview: URL.createObjectURL(file), percent: 0 });
    onBusy(true);
    try {
      const { imageUrl } = await uploadPhoto({ file, signal });
      onUploaded(imageUrl);
      setUpload(null);
      toast({ title: 'Image uploaded successfully' });
    } catch (error) {
      if (signal.aborted) return;
      const waitingUrl = error instanceof NetworkError && (await storeWaiting(file));
      if (waitingUrl) {
        onUploaded(waitingUrl);
        setUpload(null);
        toast({
          variant: 'neutral',
          title: 'Not sent yet',
          description: 'The photo is on this device, and is sent as soon as the server answers.',
        });
        return;
      }
      const reason = uploadSentence(error as Error, 'Image upload failed');
      change({ failure: { reason, canRetry: !isUploadRejected(error) } });
      toast({ variant: 'destructive', title: 'Error', description: reason });
    } finally {
      onBusy(false);
    }
  };

  return { upload, send, hidePreview: () => change({ preview: '' }) };
}

/**
 * Without signal, in a browser that stores the farm: the address of the waiting photo. A photo that the browser cannot show would
 * be refused by the server.
 */
async function storeWaiting(file: File): Promise<string | undefined> {
  try {
    const photo = await shrinkPicture(file);
    (await createImageBitmap(photo)).close();
    return await localCopy()?.storePhoto(photo);
  } catch {
    return undefined;
  }
}
