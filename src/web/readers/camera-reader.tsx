import { Camera, CameraOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { dispatchReading } from '#web/lib/device/use-reader.ts';
import { createCodeReader } from './code-reader.ts';

export const canUseCamera = (): boolean => 'mediaDevices' in navigator;

export const noCameraText = 'This browser cannot use the camera on this page.';

type State = 'starting' | 'looking' | 'cannot' | 'refused' | 'missing' | 'failed';

const texts: Readonly<Record<State, string>> = {
  starting: 'Starting the camera...',
  looking: 'Hold the tag’s bar code or QR code in front of the camera.',
  cannot: noCameraText,
  refused: 'The camera is blocked. Allow it in the settings of this browser for this site.',
  missing: 'No camera can be used on this device.',
  failed: 'Codes could not be read with the camera. Try again where there is signal.',
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
  if (!canUseCamera()) return setState('cannot');
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
  try {
    const readCode = await createCodeReader(stop);
    while (!stop.aborted) {
      const text = await readCode(video);
      if (text !== undefined && !stop.aborted) dispatchReading(text);
      await new Promise((resolve) => setTimeout(resolve, betweenLooksMs));
    }
  } catch {
    end();
    if (!stop.aborted) setState('failed');
  }
  return undefined;
}
