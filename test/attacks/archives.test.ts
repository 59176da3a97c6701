import { expect, test } from 'vitest';
import { archivedFarm, buildZip } from '#test/archives.ts';
import { describeOnEachEngine } from '#test/engines.ts';

describeOnEachEngine('an archive', (server) => {
  test('with more records than the farm could ever keep is refused before any of them is read', async () => {
    const person = await server().register();
    const unread = (count: number): string => `[${Array<string>(count).fill('{}').join()}]`;
    const head = JSON.stringify(archivedFarm({ animals: undefined, healthRecords: undefined })).slice(0, -1);
    for (const [lists, message] of [
      [`"animals":${unread(2300)},"healthRecords":[]`, /^This file has 2300 animals and 0 records, more than your farm can keep/],
      [`"animals":[],"healthRecords":${unread(300)}`, /^This file has 0 animals and 300 records, more than your farm can keep/],
      [`"animals":[],"healthRecords":[],"places":${unread(501)}`, /^A farm has at most 500 places/],
    ] as const) {
      const bytes = await buildZip([['farm.json', `${head},${lists}}`]]);
      await expect(person.upload('importArchive', { name: 'farm.zip', bytes })).rejects.toMatchObject({
        code: 'farm.full',
        message,
      });
    }
  });
});
