/** Resolves with the text of a code in the picture, or undefined without one. Rejects if codes cannot be read at all. */
export type ReadCode = (video: HTMLVideoElement) => Promise<string | undefined>;

/** The part of the Barcode Detection API that is used. */
interface CodeDetector {
  readonly detect: (source: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>;
}

interface DetectorClass {
  new (): CodeDetector;
  readonly getSupportedFormats: () => Promise<readonly string[]>;
}

/** The answer of the worker (code-reader.worker.ts); 'failed' if the picture or WebAssembly could not be read. */
export type CodeReading = { readonly text: string | undefined } | 'failed';

/** The browser's own detector where it has one, which is faster and needs no download, and else a reader in a worker. */
export async function createCodeReader(stop: AbortSignal): Promise<ReadCode> {
  const Detector = 'BarcodeDetector' in window ? (window.BarcodeDetector as DetectorClass) : undefined;
  const formats = (await Detector?.getSupportedFormats().catch(() => [])) ?? [];
  if (!Detector || formats.length === 0) return createWorkerReader(stop);
  const detector = new Detector();
  return async (video) => {
    const [code] = await detector.detect(video).catch(() => []);
    return code?.rawValue;
  };
}

/** Pictures are reduced to this width: a code that fills a fifth of the picture can still be read. */
const maxWidth = 1280;

function createWorkerReader(stop: AbortSignal): ReadCode {
  const worker = new Worker(new URL('code-reader.worker.ts', import.meta.url), { type: 'module' });
  stop.addEventListener('abort', () => worker.terminate());
  let answer: (reading: CodeReading) => void = () => undefined;
  worker.addEventListener('message', ({ data }: MessageEvent<CodeReading>) => answer(data));
  worker.addEventListener('error', () => answer('failed'));
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  return async (video) => {
    if (!context) throw new Error('The browser gives no canvas');
    const scale = Math.min(1, maxWidth / video.videoWidth);
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
    if (width === 0 || height === 0) return undefined;
    Object.assign(context.canvas, { width, height });
    context.drawImage(video, 0, 0, width, height);
    const picture = context.getImageData(0, 0, width, height);
    const reading = await new Promise<CodeReading>((resolve) => {
      answer = resolve;
      worker.postMessage(picture, [picture.data.buffer]);
    });
    if (reading === 'failed') throw new Error('The worker cannot read codes');
    return reading.text;
  };
}
