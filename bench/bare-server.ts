import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// Answers every request from memory with the last body it was sent.
let body = Buffer.from('{}');
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
    response.end(body);
  });
});
process.on('message', (next: Uint8Array) => {
  body = Buffer.from(next);
  process.send?.('ready');
});
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
