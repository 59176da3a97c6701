import { PassThrough, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile, type ReadStreamOptions } from 'yazl';

export type AddEntry = (name: string, content: Readable, options?: Partial<ReadStreamOptions>) => Promise<void>;

/** One entry is read at a time. When the client disconnects, its stream is closed and no other is opened. */
export function writeZip(writeEntries: (add: AddEntry) => Promise<void>): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  let current: Readable | undefined;
  const add: AddEntry = async (name, content, options = {}) => {
    // The client may have disconnected while the file was opened; without this its stream would stay open.
    if (output.destroyed) {
      content.destroy();
      throw new Error('The file is no longer wanted');
    }
    current = content;
    zip.addReadStream(content, name, options);
    await finished(content);
  };
  writeEntries(add).then(
    () => zip.end(),
    // yazl does not handle errors of its sources, so a failed read has to abort the answer.
    (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  zip.on('error', (error: Error) => output.destroy(error));
  output.once('close', () => current?.destroy());
  return zip.outputStream.pipe(output);
}
