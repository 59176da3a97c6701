import { connect } from 'node:net';

export interface RawConnection {
  send(text: string): void;
  received(): string;
  readonly closed: Promise<string>;
}

export function openRawConnection(url: string): RawConnection {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.on('error', () => {});
  return {
    send: (text) => void socket.write(text),
    received: () => received,
    closed: new Promise((resolve) => socket.once('close', () => resolve(received))),
  };
}

export function multipartRequest(
  path: string,
  { field, bytes, cookie }: { readonly field: string; readonly bytes: number; readonly cookie: string },
): { readonly head: string; readonly tail: string } {
  const before = `--b\r\nContent-Disposition: form-data; name="${field}"; filename="file"\r\n\r\n`;
  const tail = '\r\n--b--\r\n';
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: farm',
    `Cookie: ${cookie}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${before.length + bytes + tail.length}`,
  ].join('\r\n');
  return { head: `${head}\r\n\r\n${before}`, tail };
}
