import type { Engine } from '../connect.ts';
import { rowTrigger, statementTrigger } from './statements.ts';

const kinds = [
  ['animals', 'animal'],
  ['animal_tags', 'animalTag'],
  ['breeding_records', 'breedingRecord'],
  ['events', 'event'],
  ['animal_states', 'animalState'],
  ['places', 'place'],
  ['groups', 'group'],
  ['products', 'product'],
  ['worklists', 'worklist'],
  ['exposures', 'exposure'],
  ['chores', 'chore'],
] as const;

/**
 * A deleted row stands in `gone` until its id is used again. By triggers, because rows are also deleted by cascades. Nothing is written
 * for a farm that is being removed.
 */
export const tombstones = (engine: Engine): string[] =>
  kinds.flatMap(([table, kind]) => {
    const id = table === 'animal_states' ? 'animal_id' : 'id';
    const bury = (from: string, removed: string): string => `
      insert into gone (farm_id, kind, id, revision)
      select farms.id, '${kind}', ${removed}, farms.revision from ${from} and farms.deleted_at is null
      on conflict (farm_id, kind, id) do update set revision = excluded.revision;`;
    return engine === 'sqlite'
      ? [
          ...rowTrigger(engine, {
            name: `${table}_gone`,
            event: `after delete on ${table}`,
            body: bury('farms where farms.id = old.farm_id', `old.${id}`),
          }),
          ...rowTrigger(engine, {
            name: `${table}_returned`,
            event: `after insert on ${table}`,
            body: `delete from gone where farm_id = new.farm_id and kind = '${kind}' and id = new.${id};`,
          }),
        ]
      : [
          ...statementTrigger(
            `${table}_gone`,
            'delete',
            table,
            bury('removed join farms on farms.id = removed.farm_id where true', `removed.${id}`),
          ),
          ...statementTrigger(
            `${table}_returned`,
            'insert',
            table,
            `delete from gone using added where gone.farm_id = added.farm_id and gone.kind = '${kind}' and gone.id = added.${id};`,
          ),
        ];
  });
