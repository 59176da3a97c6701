import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { route } from '#contract/route.ts';
import { answerErrors } from '#server/http/errors.ts';
import type { Guards } from '#server/http/guards.ts';
import { mount } from './mount.ts';

const table = {
  rename: route({
    method: 'POST',
    path: '/rename',
    access: 'public',
    summary: 'Rename',
    body: z.object({ name: z.string(), others: z.record(z.string(), z.array(z.string())).optional() }),
    reply: z.object({ name: z.string() }),
  }),
};

function open(rename: () => Promise<{ name: string }>) {
  const log: Record<string, unknown>[] = [];
  const app = Fastify({ logger: { stream: { write: (line) => void log.push(JSON.parse(line)) } } });
  answerErrors(app);
  app.decorateRequest('viewerContext', null);
  mount(app, table, { public: async () => ({}) } as unknown as Guards, { rename });
  const send = (payload: object) => app.inject({ method: 'POST', url: '/api/rename', payload });
  return { log, send };
}

const withCode = (fields: object) => Object.assign(new Error('secret detail'), fields);

test.each([
  [withCode({ errcode: 13 }), 507],
  [withCode({ code: '53100' }), 507],
  [withCode({ errcode: 5 }), 503],
  [withCode({ code: '57P01' }), 503],
  [new Error('timeout exceeded when trying to connect'), 503],
  [new Error('secret detail'), 500],
  ['thrown text', 500],
])(
  'a failure of %o is answered %i in words of ours, with the number its log line has (ASVS 16.5.1, 16.5.4)',
  async (failure, status) => {
    const { log, send } = open(() => Promise.reject(failure));
    const answer = await send({ name: 'Ada' });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.payload).not.toMatch(/secret|Connection|timeout|thrown/);
    expect(answer.json().requestId).toBe(log.find(({ err }) => err !== undefined)?.['reqId']);
    if (status === 503) expect(answer.headers['retry-after']).toBe('1');
  },
);

test('of very many errors the first fifty are answered, with the number of the others and with short paths', async () => {
  const { send } = open(async () => ({ name: 'Ada' }));
  const answer = await send({ name: 'Ada', others: { ['x'.repeat(4000)]: Array(1000).fill(true) } });
  const { errors, moreErrors } = answer.json<{ errors: readonly { path: string }[]; moreErrors: number }>();
  expect([answer.statusCode, errors.length, moreErrors]).toEqual([400, 50, 950]);
  expect(answer.payload.length).toBeLessThan(25_000);
  const few = await send({ name: [] });
  expect(few.json()).toMatchObject({ errors: [{ path: 'name' }] });
  expect(few.payload).not.toContain('moreErrors');
});
