import { useEffect, useRef, useState } from 'react';
import { uploadImage, uploadSentence } from '#web/lib/upload.ts';
import { toast } from '#web/ui/use-toast.ts';

/** A photo on its way to the server, or stuck there. */
export interface Upload {
  readonly file: File;
  /** Address of the photo on this device; empty where it cannot show it. */
  readonly preview: string;
  readonly percent: number;
  readonly hasFailed: boolean;
}

interface UploadOptions {
  readonly onBusy: (isBusy: boolean) => void;
  readonly onUploaded: (imageUrl: string) => void;
}

/** Sends photos one at a time; what is still under way when the form goes away is given up. */
export function usePhotoUpload({ onBusy, onUploaded }: UploadOptions) {
  const [upload, setUpload] = useState<Upload | null>(null);
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
    setUpload({ file, preview: URL.createObjectURL(file), percent: 0, hasFailed: false });
    onBusy(true);
    try {
      const { imageUrl } = await uploadImage(file, { onProgress: (percent) => change({ percent }), signal });
      onUploaded(imageUrl);
      setUpload(null);
      toast({ title: 'Image uploaded successfully' });
    } catch (error) {
      if (signal.aborted) return;
      change({ hasFailed: true });
      toast({ variant: 'destructive', title: 'Error', description: uploadSentence(error as Error, 'Image upload failed') });
    } finally {
      onBusy(false);
    }
  };

  return { upload, send, hidePreview: () => change({ preview: '' }) };
}
