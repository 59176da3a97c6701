import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Arrival } from '#contract/archive.ts';
import { urlOf } from '#web/lib/api.ts';
import { sendForm } from '#web/lib/upload.ts';

/** A plain link: the browser itself shows how the download gets on, and writes it to the disk as it comes. */
export const archiveAddress = urlOf('downloadArchive', {});

/** Sent again after a lost answer it adds nothing twice. */
export function useBringArchive(onProgress: (percent: number) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.append('file', file);
      return sendForm<Arrival>(urlOf('bringArchive', {}), form, { onProgress });
    },
    // Animals, records, photos, the farm's name: all of what is shown may be another.
    onSettled: () => client.invalidateQueries(),
  });
}
