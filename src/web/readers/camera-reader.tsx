import { Camera, CameraOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { dispatchReading } from '#web/lib/use-reader.ts';

/** The part of the Barcode Detection API that is used. */
interface Detector {
  readonly detect: (source: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>;
}

interface DetectorClass {
  new (): Detector;
  readonly getSupportedFormats: () => Promise<readonly string[]>;
}

const detectorClass = (): DetectorClass | undefined =>
  'BarcodeDetector' in window && 'mediaDevices' in navigator ? (window.BarcodeDetector as DetectorClass) : undefined;

export const canUseCamera = (): boolean => detectorClass() !== undefined;

export const noCameraText = 'This browser cannot read codes with the camera. Chrome on Android can.';

type State = 'starting' | 'looking' | 'cannot' | 'refused' | 'missing';

const texts: Readonly<Record<State, string>> = {
  starting: 'Starting the camera...',
  looking: 'Hold the tag’s bar code or QR code in front of the camera.',
  cannot: noCameraText,
  refused: 'The camera is blocked. Allow it in the settings of this browser for this site.',
  missing: 'No camera can be used on this device.',
};

const betweenLooksMs = 150;

/** Passes the camera's readings to `useReader` while it is shown. */
export function CameraReader() {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<State>('starting');
  useEffect(() => {
    const stop = new AbortController();
    if (video.current) void look(video.current, stop.signal, setState);
    return () => stop.abort();
  }, []);
  const Icon = state === 'starting' || state === 'looking' ? Camera : CameraOff;
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-3 p-4 text-center">
      <video ref={video} muted playsInline hidden={state !== 'looking'} className="min-h-0 max-w-full rounded-xl" />
      <output className="flex items-center gap-2.5">
        <Icon aria-hidden className="size-6 shrink-0 text-muted-foreground" />
        {texts[state]}
      </output>
    </div>
  );
}

async function look(video: HTMLVideoElement, stop: AbortSignal, setState: (state: State) => void): Promise<void> {
  const BarcodeDetector = detectorClass();
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (!BarcodeDetector || formats.length === 0) return setState('cannot');
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  } catch (error) {
    return setState(error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'missing');
  }
  const end = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (stop.aborted) return end();
  stop.addEventListener('abort', end);
  video.srcObject = stream;
  setState('looking');
  await video.play().catch(() => undefined);
  const detector = new BarcodeDetector();
  while (!stop.aborted) {
    const [code] = await detector.detect(video).catch(() => []);
    if (code && !stop.aborted) dispatchReading(code.rawValue);
    await new Promise((resolve) => setTimeout(resolve, betweenLooksMs));
  }
  return undefined;
}
