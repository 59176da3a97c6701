import type { FastifyInstance } from 'fastify';
import { Problem } from '#server/problem.ts';
import { takeMessage } from './news.service.ts';
import type { NewsDeps } from './payment-context.ts';

/**
 * Where the provider tells what was paid (rule 28). Not of the contract: it is for no browser and no client, and believes a
 * signature over the very bytes that were sent. Only what was written down is answered with 200; all else comes again.
 */
export async function takeWebhooks(app: FastifyInstance, deps: NewsDeps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
    scope.post('/api/stripe/webhook', async ({ body, headers, ip }, reply) => {
      const signature = headers['stripe-signature'];
      reply.header('cache-control', 'no-store');
      await receive(deps, { payload: typeof body === 'string' ? body : '', signature: String(signature), ip });
      return { received: true };
    });
  });
}

export async function receive(
  deps: NewsDeps,
  { payload, signature, ip }: { payload: string; signature: string; ip: string },
): Promise<void> {
  const message = await deps.payments.current?.verify(payload, signature);
  if (!message) {
    deps.log.warn({ security: 'webhook refused', ip }, 'a webhook was not signed by the payment provider');
    throw new Problem('payments.bad_signature');
  }
  await takeMessage(deps, message);
}
