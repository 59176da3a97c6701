import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Arrival } from '#contract/archive.ts';
import { urlOf } from '#web/lib/api.ts';
import { sendForm } from '#web/lib/upload.ts';

/** A plain link: the browser itself shows how the download gets on, and writes it to the disk as it comes. */
export const archiveAddress = urlOf('downloadArchive', {});

/** Records and photos of a whole farm are checked and written. */
const takingInMs = 15 * 60_000;

type OnProgress = (percent: number) => void;

function send(file: File, onProgress: OnProgress, look: boolean): Promise<Arrival> {
  const form = new FormData();
  if (look) form.append('look', 'yes');
  form.append('file', file);
  return sendForm<Arrival>(urlOf('bringArchive', {}), form, { onProgress, answerTimeoutMs: takingInMs });
}

/** What would come in; nothing is written. */
export const useLookAtArchive = (onProgress: OnProgress) =>
  useMutation({ mutationFn: (file: File) => send(file, onProgress, true) });

/** Sent again after a lost answer it adds nothing twice. */
export function useBringArchive(onProgress: OnProgress) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => send(file, onProgress, false),
    // Animals, records, photos, the farm's name: all of what is shown may be another.
    onSettled: () => client.invalidateQueries(),
  });
}
