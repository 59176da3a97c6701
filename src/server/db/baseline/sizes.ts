import type { Engine } from '../connect.ts';
import { rowTrigger, statementTrigger } from './statements.ts';

/**
 * How many rows a farm has, which its plan limits: counting them at each insert would take longer than the insert. PostgreSQL counts by
 * statement, since a row that is updated once for each of 100,000 others in one transaction is found more slowly each time.
 */
export const sizes = (engine: Engine): string[] =>
  engine === 'sqlite'
    ? [
        ...rowTrigger(engine, {
          name: 'animals_counted_up',
          event: 'after insert on animals',
          body: `insert into farm_sizes (farm_id, animals, kept, active)
            values (new.farm_id, 1, not new.is_reference, ${isActive('new')}) ${addTo('animals', 'kept', 'active')};`,
        }),
        ...rowTrigger(engine, {
          name: 'animals_counted_down',
          event: 'after delete on animals',
          body: `update farm_sizes set animals = animals - 1, kept = kept - not old.is_reference, active = active - ${isActive('old')}
            where farm_id = old.farm_id;`,
        }),
        ...rowTrigger(engine, {
          name: 'animals_counted_anew',
          event: 'after update of is_reference, status on animals',
          when: 'new.is_reference <> old.is_reference or new.status <> old.status',
          body: `update farm_sizes set kept = kept + old.is_reference - new.is_reference,
            active = active + ${isActive('new')} - ${isActive('old')} where farm_id = new.farm_id;`,
        }),
        ...eventTables.flatMap((table) => [
          ...rowTrigger(engine, {
            name: `${table}_counted_up`,
            event: `after insert on ${table}`,
            body: `insert into farm_sizes (farm_id, events) values (new.farm_id, 1) ${addTo('events')};`,
          }),
          ...rowTrigger(engine, {
            name: `${table}_counted_down`,
            event: `after delete on ${table}`,
            body: `update farm_sizes set events = events - 1 where farm_id = old.farm_id;`,
          }),
        ]),
      ]
    : [
        ...statementTrigger(
          'animals_counted_up',
          'insert',
          'animals',
          `insert into farm_sizes (farm_id, animals, kept, active) ${countsOf('added', '')} ${addTo('animals', 'kept', 'active')};`,
        ),
        ...statementTrigger(
          'animals_counted_down',
          'delete',
          'animals',
          `update farm_sizes set animals = farm_sizes.animals + gone.animals, kept = farm_sizes.kept + gone.kept,
             active = farm_sizes.active + gone.active
           from (${countsOf('removed', '-')}) as gone where farm_sizes.farm_id = gone.farm_id;`,
        ),
        ...statementTrigger(
          'animals_counted_anew',
          'update',
          'animals',
          `update farm_sizes set kept = farm_sizes.kept + changed.kept, active = farm_sizes.active + changed.active
           from (select farm_id, sum(kept) as kept, sum(active) as active
                 from (${countsOf('added', '')} union all ${countsOf('removed', '-')}) as rows group by farm_id) as changed
           where farm_sizes.farm_id = changed.farm_id and (changed.kept <> 0 or changed.active <> 0);`,
        ),
        ...eventTables.flatMap((table) => [
          ...statementTrigger(
            `${table}_counted_up`,
            'insert',
            table,
            `insert into farm_sizes (farm_id, events) select farm_id, count(*) from added group by farm_id ${addTo('events')};`,
          ),
          ...statementTrigger(
            `${table}_counted_down`,
            'delete',
            table,
            `update farm_sizes set events = events - gone.rows
             from (select farm_id, count(*) as rows from removed group by farm_id) as gone where farm_sizes.farm_id = gone.farm_id;`,
          ),
        ]),
      ];

const eventTables = ['events', 'breeding_records'] as const;

const isActive = (row: string): string => `(not ${row}.is_reference and ${row}.status = 'active')`;

const addTo = (...columns: readonly string[]): string =>
  `on conflict (farm_id) do update set ${columns.map((column) => `${column} = farm_sizes.${column} + excluded.${column}`).join(', ')}`;

/** What rows of animals add to each column. */
const countsOf = (rows: string, sign: '' | '-'): string =>
  `select farm_id, ${sign}count(*) as animals, ${sign}count(*) filter (where not is_reference) as kept,
     ${sign}count(*) filter (where ${isActive(rows)}) as active from ${rows} group by farm_id`;
