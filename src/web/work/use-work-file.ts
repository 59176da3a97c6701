import { type DragEvent, useState } from 'react';
import type { Worklist } from '#contract/worklists.ts';
import { workInfo } from '#domain/records/works.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';

/** The file of a scale or a reader that is shown before it is recorded. Work whose values no such file has takes none. */
export function useWorkFile({ work, archivedAt }: Worklist, onRead: () => void) {
  const [text, setText] = useState<string>();
  const { asks } = workInfo(work);
  const isTaken = archivedAt === null && (asks === null || asks === 'weight' || asks === 'presence');
  const read = (file: File) =>
    void readText(file).then(
      (content) => {
        onRead();
        setText(content);
      },
      (error: unknown) => toastFailure(error, 'Could not read this file'),
    );
  const dropTarget = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (file) read(file);
    },
  };
  return { text, close: () => setText(undefined), read: isTaken ? read : undefined, dropTarget: isTaken ? dropTarget : {} };
}

/** Windows programs save text for spreadsheets in two bytes a character. */
async function readText(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);
}
