// @module-tag long
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '#test/engines.ts';

const animal = { tagNumber: 'A-1', species: 'goat', sex: 'female', status: 'sold', notes: 'x'.repeat(2000) } as const;

describe('on a full disk', () => {
  const server = useTestServer('sqlite');
  const allowPages = (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(server().db);

  test('a write says that it was not saved, reads go on, and writes resume when there is room', async () => {
    const farmer = await server().register();
    await farmer.addAnimal(animal);
    // SQLite never shrinks below the current size of its file.
    await allowPages(1);
    let kept = 1;
    let refusal: unknown;
    for (; refusal === undefined && kept < 50; kept += 1) {
      const added = farmer.addAnimal(animal).then(() => undefined);
      refusal = await added.catch((error: unknown) => error);
    }
    kept -= 1;
    const message = 'The server is out of space. Your change was not saved.';
    expect(refusal).toMatchObject({ status: 507, code: 'server.full', message });
    expect(await farmer.call('listAnimals')).toHaveLength(kept);
    expect(await farmer.call('currentUser')).toMatchObject({ username: farmer.username });
    await allowPages(1_000_000);
    await farmer.addAnimal(animal);
    expect(await farmer.call('listAnimals')).toHaveLength(kept + 1);
  });

  test('whoever is signed in goes on reading though their session cannot be prolonged', async () => {
    const farmer = await server().register();
    await sql`pragma query_only = on`.execute(server().db);
    try {
      await expect(farmer.addAnimal(animal)).rejects.toMatchObject({ status: 500 });
      server().clock.advance({ days: 2 });
      expect(await farmer.call('listAnimals')).toEqual([]);
    } finally {
      await sql`pragma query_only = off`.execute(server().db);
    }
  });
});
