import type { FastifyInstance } from 'fastify';
import { Problem } from '#server/problem.ts';
import { handleMessage } from './provider-events.service.ts';
import type { PaymentDeps } from './payment-context.ts';

/**
 * The provider's webhook (rule 28). It is not in the contract, because no client calls it and the signature is over the raw bytes. Only stored
 * messages are answered with 200; all others are delivered again.
 */
export async function serveWebhook(app: FastifyInstance, deps: PaymentDeps): Promise<void> {
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
  deps: PaymentDeps,
  { payload, signature, ip }: { payload: string; signature: string; ip: string },
): Promise<void> {
  const message = await deps.payments.current?.verify(payload, signature);
  if (!message) {
    deps.log.warn({ security: 'webhook refused', ip }, 'a webhook was not signed by the payment provider');
    throw new Problem('payments.bad_signature');
  }
  await handleMessage(deps, message);
}
