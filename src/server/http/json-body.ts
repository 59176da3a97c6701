import type { FastifyInstance } from 'fastify';
import { Problem } from './problem.ts';

/** Far more than any body of the contract needs, far less than what a recursion over it could not bear. */
const deepest = 20;

/** Bodies are JSON of a few levels; plain text, which another site can send without asking first, is not read at all. */
export function takeJsonOnly(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  app.addHook('preValidation', async ({ body }) => {
    if (isDeeperThan(deepest, body)) throw new Problem('request.invalid');
  });
}

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)));
