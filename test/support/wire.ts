import { connect } from 'node:net';

/** A connection on which a test decides byte by byte what is sent and when. */
export interface Wire {
  send(text: string): void;
  /** Everything that came back, once the other side has closed. */
  readonly closed: Promise<string>;
}

export function openWire(url: string): Wire {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.on('error', () => {});
  return {
    send: (text) => void socket.write(text),
    closed: new Promise((resolve) => socket.once('close', () => resolve(received))),
  };
}
