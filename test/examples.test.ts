// @module-tag long
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useTestServer, type Person } from '#test/engines.ts';
import { newFolder } from '#test/temporary-folder.ts';

const script = resolve(import.meta.dirname, '../docs/examples/post-weighings.mjs');

describe('the example that posts the weights of a scale', () => {
  const folder = newFolder(afterAll);
  const server = useTestServer('sqlite');
  let owner: Person;
  let url: string;
  beforeAll(async () => {
    owner = await server().register({ plan: 'enterprise' });
    url = await server().app.listen({ port: 0, host: '127.0.0.1' });
  });

  const run = async (scopes: readonly ('see' | 'record')[], lines: string) => {
    const { key } = await owner.call('addApiKey', { body: { name: 'Scale', scopes: [...scopes] } });
    const file = join(folder, 'weights.csv');
    writeFileSync(file, lines);
    const env = { PATH: process.env['PATH'], FARM_URL: url, FARM_KEY: key };
    return promisify(execFile)(process.execPath, [script, file, '2026-05-01'], { env });
  };

  test('records each weight once, by ear tag or electronic number, and names the lines that it skips', async () => {
    const { id } = await owner.addAnimal({ tagNumber: 'E-1', species: 'sheep' });
    const { id: other } = await owner.addAnimal({ tagNumber: 'E-2', species: 'sheep' });
    await owner.call('addAnimalTag', { body: { animalId: other, kind: 'eid', number: '982000002422333' } });
    const lines = 'Number,Weight\ne-1,42.5\n"982 000002422333";38\nX-9,40\n';
    for (let round = 0; round < 2; round += 1) {
      const { stdout, stderr } = await run(['see', 'record'], lines);
      expect(stdout).toBe('2 weights recorded\n');
      expect(stderr).toContain('no animal has this number: X-9,40');
    }
    const events = await owner.call('listEvents', { query: { kind: 'weighing' } });
    const weights = events.map((event) => [event.animalId, event.kind === 'weighing' && event.weightGrams].join(' '));
    expect(weights.toSorted()).toEqual([`${id} 42500`, `${other} 38000`].toSorted());
  });
});
