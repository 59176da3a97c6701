import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// Answers every request with 304: the upper limit of what this machine can answer.
const server = createServer((_, response) => response.writeHead(304).end());
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
