import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { CodeReading } from './code-reader.ts';

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

// A worker's messages have no target origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const answer = (reading: CodeReading): void => globalThis.postMessage(reading);

globalThis.addEventListener('message', ({ data }: MessageEvent<ImageData>) => {
  readBarcodes(data, { maxNumberOfSymbols: 1 }).then(
    ([code]) => answer({ text: code?.text }),
    () => answer('failed'),
  );
});
