import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Whoever asks for the head of an answer alone: Fastify would read what is streamed to its end, for nobody and in nobody's share. */
export function answerHeadRequests(app: FastifyInstance): void {
  app.addHook('onSend', (request, _, payload, done) => {
    if (request.method !== 'HEAD' || !(payload instanceof Readable)) return done(null, payload);
    payload.on('error', () => {}).destroy();
    done(null, Readable.from([]));
  });
}
