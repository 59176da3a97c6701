import { press, screen, showPart, waitFor } from '#test/show-pages.tsx';
import { afterEach, expect, test } from 'vitest';
import { knownSpeed } from './known-reader.ts';
import { ReadersCard } from './readers-card.tsx';
import { reopenReader } from './serial-reader.ts';

/** A reader that is plugged in. */
class FakePort {
  readonly opened: number[] = [];
  isForgotten = false;
  readonly #bytes = new TransformStream<Uint8Array, Uint8Array>();
  readonly #writer = this.#bytes.writable.getWriter();
  readonly readable = this.#bytes.readable;

  constructor() {
    const serial = Object.assign(new EventTarget(), { requestPort: async () => this, getPorts: async () => [this] });
    Object.defineProperty(navigator, 'serial', { value: serial, configurable: true });
  }

  send = (text: string) => void this.#writer.write(new TextEncoder().encode(text));
  switchOff = () => void this.#writer.close();
  open = async ({ baudRate }: { baudRate: number }) => void this.opened.push(baudRate);
  close = async () => {};
  forget = async () => {
    this.isForgotten = true;
  };
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'serial');
});

test('a reader is connected, heard in whatever parts it sends, lost, opened again and forgotten', async () => {
  const port = new FakePort();
  showPart(ReadersCard);
  await press('Connect');
  await screen.findByText(/^Connected\./);
  expect([port.opened, knownSpeed()]).toEqual([[9600], 9600]);
  port.send('9820001');
  port.send('96588496\r\n840003');
  await screen.findByText('Read: EID 982 000196588496');
  // No end follows, but silence.
  port.send('123456789');
  await screen.findByText('Read: EID 840 003123456789');

  port.switchOff();
  await screen.findByText(/^Switched off/);
  const again = new FakePort();
  void reopenReader();
  await screen.findByText(/^Connected\./);
  expect(again.opened).toEqual([9600]);
  await press('Forget');
  await screen.findByText('Not connected.');
  await waitFor(() => expect([again.isForgotten, knownSpeed()]).toEqual([true, undefined]));
});
