import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { hookEvents, hookRetries } from '#domain/hooks.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { grows, isLongRun } from '#test/long-run.ts';
import { deliverDue } from './deliver-hooks.jobs.ts';
import { createHookSender } from './send-hook.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly message: { type: string; timestamp: string; data: { kind: string; id: string; farmId: string; revision: number } };
}

async function receive(answer: (received: Received, response: ServerResponse) => void = (_, response) => response.end()) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const one = { headers: request.headers, body, message: JSON.parse(body) as Received['message'] };
    received.push(one);
    answer(one, response);
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in` };
}

const typesOf = (received: readonly Received[]) => received.map(({ message }) => message.type).toSorted();

const goat = { tagNumber: 'G-1', species: 'goat', sex: 'female' } as const;

describeOnEachEngine(
  'webhooks',
  (server) => {
    const owner = () => server().register({ plan: 'enterprise' });
    const never = new AbortController().signal;
    const send = createHookSender({ allowsLoopback: true });
    const deliver = () => deliverDue({ ...server().app.deps, send }, never);
    const listen = async (person: Person, url: string, events = [...hookEvents]) =>
      person.call('addHook', { body: { url, events } });
    const deliveriesOf = (person: Person, id: string) => person.call('listHookDeliveries', { params: { id } });

    test('send signed messages with the kind of change and without recorded values', async () => {
      const person = await owner();
      const { received, url } = await receive();
      const { hook, secret } = await listen(person, url);
      const { id } = await person.addAnimal({ ...goat, name: 'Secret name' });
      await person.call('changeAnimal', { params: { id }, body: { name: 'Other name' } });
      await person.call('deleteAnimal', { params: { id } });
      await deliver();
      const types = received.map(({ message }) => message.type);
      expect(types.filter((type) => type !== 'hook.created')).toEqual(['animal.created', 'animal.changed', 'animal.deleted']);
      for (const { headers, body } of received) new Webhook(secret).verify(body, headers as Record<string, string>);
      expect(received.find(({ message }) => message.type === 'animal.created')?.message).toEqual({
        type: 'animal.created',
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
        data: { kind: 'animal', id, farmId: person.farmId, revision: expect.any(Number) },
      });
      expect(JSON.stringify(received)).not.toContain('name');
      await deliver();
      expect(received).toHaveLength(4);
      expect((await deliveriesOf(person, hook.id)).map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
      expect(JSON.stringify(await person.call('listHooks'))).not.toContain(secret);
    });

    test('send only the selected events, and nothing of another farm', async () => {
      const [person, other] = [await owner(), await owner()];
      const { received, url } = await receive();
      await listen(person, url, ['place.created']);
      await person.addAnimal(goat);
      await other.call('addPlace', { body: { name: 'Elsewhere' } });
      await person.call('addPlace', { body: { name: 'Top field' } });
      await deliver();
      expect(typesOf(received)).toEqual(['hook.created', 'place.created']);
    });

    test('sign with both secrets for a day after a rotation', async () => {
      const person = await owner();
      const { received, url } = await receive();
      const { hook, secret } = await listen(person, url);
      const changed = await person.call('changeHook', { params: { id: hook.id }, body: { rotatesSecret: true } });
      await deliver();
      const [first] = received;
      for (const each of [secret, changed.secret ?? '']) {
        new Webhook(each).verify(first?.body ?? '', first?.headers as Record<string, string>);
      }
      server().clock.advance({ days: 1 });
      await person.addAnimal(goat);
      await deliver();
      expect(String(received[1]?.headers['webhook-signature']).split(' ')).toHaveLength(1);
    });

    test('are switched off after ten failures in three days, with a mail to the owner, and continue when they are switched on', async () => {
      const person = await owner();
      let isWell = false;
      const { received, url } = await receive((_, response) => response.writeHead(isWell ? 200 : 301, { location: '/' }).end());
      const { hook } = await listen(person, url);
      for (const [tried, seconds] of hookRetries.entries()) {
        server().clock.advance({ seconds: seconds - 1 });
        await deliver();
        expect(received).toHaveLength(tried);
        server().clock.advance({ seconds: 1 });
        await deliver();
        expect(received).toHaveLength(tried + 1);
      }
      expect(await person.call('listHooks')).toMatchObject([{ state: 'off', offReason: 'failing' }]);
      const mails = await server().mailsTo(person);
      expect(mails).toMatchObject([{ subject: 'A webhook of your farm was switched off' }]);
      await person.addAnimal(goat);
      isWell = true;
      await person.call('changeHook', { params: { id: hook.id }, body: { state: 'on' } });
      await person.addAnimal({ ...goat, tagNumber: 'G-2' });
      const [failed] = await deliveriesOf(person, hook.id);
      await person.call('sendHookDeliveryAgain', { params: { id: hook.id, deliveryId: failed!.id } });
      await deliver();
      expect(typesOf(received.slice(10))).toEqual(['animal.created', 'hook.created']);
    });

    test('are switched off at once if the receiver answers 410', async () => {
      const person = await owner();
      const { received, url } = await receive((_, response) => response.writeHead(410).end());
      await listen(person, url);
      await deliver();
      await person.addAnimal(goat);
      await deliver();
      expect(received).toHaveLength(1);
      expect(await person.call('listHooks')).toMatchObject([{ state: 'off', offReason: 'gone' }]);
    });

    test('pause while the farm is on a lower plan, and are switched off when their creator leaves', async () => {
      const [person, partner] = [await owner(), await server().register()];
      await server().addMember(person, partner, 'owner');
      const { received, url } = await receive();
      await listen(partner, url);
      await deliver();
      await server().setPlan(person, 'premium');
      await person.addAnimal(goat);
      await deliver();
      await expect(listen(person, url)).rejects.toMatchObject({ code: 'plan.not_included' });
      await server().setPlan(person, 'enterprise');
      await person.addAnimal({ ...goat, tagNumber: 'G-2' });
      await deliver();
      expect(received).toHaveLength(2);
      await server().changeMember(person, partner, { role: 'manager' });
      await person.addAnimal({ ...goat, tagNumber: 'G-3' });
      await deliver();
      expect(received).toHaveLength(2);
      expect(await person.call('listHooks')).toMatchObject([{ state: 'off', offReason: 'maker' }]);
    });

    test('do not resend what may have been sent before the database was restored', async () => {
      const person = await owner();
      const { received, url } = await receive();
      const { hook } = await listen(person, url);
      await person.addAnimal(goat);
      await server().markRestored();
      await person.signIn();
      await deliver();
      expect(received).toEqual([]);
      const [held] = await deliveriesOf(person, hook.id);
      expect(held).toMatchObject({ type: 'hook.created', state: 'held' });
      await person.call('sendHookDeliveryAgain', { params: { id: hook.id, deliveryId: held!.id } });
      await deliver();
      expect(received).toHaveLength(1);
    });

    test('are delivered at least once, in the order of each animal, to a receiver that fails half the time', grows, async () => {
      const [size, changes] = isLongRun ? [40, 6] : [10, 3];
      const person = await owner();
      const taken: string[] = [];
      const asked = new Set<unknown>();
      const { received, url } = await receive(({ headers, message: { data } }, response) => {
        const isAgain = asked.has(headers['webhook-id']);
        asked.add(headers['webhook-id']);
        if (isAgain) taken.push(`${data.id} ${data.revision}`);
        response.writeHead(isAgain ? 200 : 503).end();
      });
      await listen(person, url, ['animal.created', 'animal.changed']);
      for (let index = 0; index < size; index += 1) {
        const { id } = await person.addAnimal({ ...goat, tagNumber: `G-${index}` });
        for (let change = 1; change <= changes; change += 1) {
          await person.call('changeAnimal', { params: { id }, body: { name: `Name ${change}` } });
        }
      }
      const logged = server().db.selectFrom('changes').select(['id', 'revision']).where('farm_id', '=', person.farmId);
      const animals = await logged.where('kind', '=', 'animal').orderBy('revision').execute();
      const all = animals.map(({ id, revision }) => `${id} ${revision}`);
      for (let round = 0; round < 100 && taken.length <= all.length; round += 1) {
        await deliver();
        server().clock.advance({ seconds: 5 });
      }
      const byAnimal = (messages: readonly string[]) => Map.groupBy(messages, (message) => message.split(' ')[0]);
      expect(byAnimal(taken.filter((message) => all.includes(message)))).toEqual(byAnimal(all));
      expect(received).toHaveLength(2 * (all.length + 1));
    });
  },
  { env: { WEBHOOKS: 'test' } },
);
