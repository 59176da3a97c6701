import { receive } from '#domain/work/reader-frames.ts';
import { Signal } from '#web/lib/signal.ts';
import { dispatchReading } from '#web/lib/device/use-reader.ts';
import { knownSpeed, rememberSpeed } from './known-reader.ts';

/** The part of Web Serial that is used. Chromium supports it on computers and, for Bluetooth readers, on Android. */
interface Port {
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly open: (options: { readonly baudRate: number }) => Promise<void>;
  readonly close: () => Promise<void>;
  readonly forget: () => Promise<void>;
}

interface Serial extends EventTarget {
  readonly requestPort: () => Promise<Port>;
  readonly getPorts: () => Promise<readonly Port[]>;
}

const serial = (): Serial | undefined => ('serial' in navigator ? (navigator.serial as Serial) : undefined);

export const canConnect = (): boolean => serial() !== undefined;

export const readerSpeeds = [9600, 19_200, 38_400, 57_600, 115_200] as const;

/** `away`: known, but switched off, out of range or in use by another window. */
export type ReaderStatus = 'none' | 'opening' | 'listening' | 'away';

let status: ReaderStatus | undefined;
let current: Port | undefined;
const changes = new Signal();

export const readerStatus = (): ReaderStatus => status ?? (knownSpeed() === undefined ? 'none' : 'away');

export const subscribeToReader = changes.subscribe;

function setStatus(next: ReaderStatus): void {
  status = next;
  changes.tell();
}

/** Lets the person choose a reader; cancelling changes nothing. */
export async function connectReader(speed: number): Promise<void> {
  const port = await serial()
    ?.requestPort()
    .catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'NotFoundError') return undefined;
      throw error;
    });
  if (!port) return;
  rememberSpeed(speed);
  await listen(port, speed);
}

/** The reader connected here before. It is opened again whenever it comes back. */
export async function reopenReader(): Promise<void> {
  const open = async () => {
    const [port] = (await serial()?.getPorts()) ?? [];
    const speed = knownSpeed();
    if (port && speed !== undefined && current === undefined) await listen(port, speed);
  };
  serial()?.addEventListener('connect', () => void open());
  await open();
}

export async function forgetReader(): Promise<void> {
  rememberSpeed(undefined);
  const ports = (await serial()?.getPorts()) ?? [];
  current = undefined;
  setStatus('none');
  await Promise.all(ports.map((port) => port.forget()));
}

/** Some readers mark the end of a reading only by a pause. */
const silenceMs = 200;

async function listen(port: Port, baudRate: number): Promise<void> {
  current = port;
  setStatus('opening');
  try {
    await port.open({ baudRate });
    setStatus('listening');
    await readAll(port);
  } catch {
    // It cannot be opened, or was switched off.
  }
  if (current !== port) return;
  current = undefined;
  setStatus('away');
  await port.close().catch(() => undefined);
}

async function readAll(port: Port): Promise<void> {
  let rest = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    dispatchReading(rest);
    rest = '';
  };
  // After a line error, such as wrong parity, the port provides a new stream.
  while (port.readable) {
    const reader = port.readable.getReader();
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        clearTimeout(timer);
        const received = receive(rest, part.value);
        ({ rest } = received);
        for (const frame of received.frames) dispatchReading(frame);
        if (rest !== '') timer = setTimeout(flush, silenceMs);
      }
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NetworkError') return;
    } finally {
      reader.releaseLock();
    }
  }
}
