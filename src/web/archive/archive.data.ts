import { useMutation } from '@tanstack/react-query';
import type { Arrival } from '#contract/archive.ts';
import { urlOf } from '#web/lib/server/api.ts';
import { sendForm } from '#web/lib/server/upload.ts';

/** A plain link, so that the browser shows the progress and streams the download to disk. */
export const archiveAddress = urlOf('downloadArchive', {});

/** The server checks and writes the records and photos of a whole farm. */
const importTimeoutMs = 15 * 60_000;

type OnProgress = (percent: number) => void;

function send(file: File, onProgress: OnProgress, isPreview: boolean): Promise<Arrival> {
  const form = new FormData();
  if (isPreview) form.append('look', 'yes');
  form.append('file', file);
  return sendForm<Arrival>(urlOf('importArchive', {}), form, { onProgress, answerTimeoutMs: importTimeoutMs });
}

export const usePreviewArchive = (onProgress: OnProgress) =>
  useMutation({ mutationFn: (file: File) => send(file, onProgress, true) });

export const useImportArchive = (onProgress: OnProgress) =>
  useMutation({ mutationFn: (file: File) => send(file, onProgress, false) });
