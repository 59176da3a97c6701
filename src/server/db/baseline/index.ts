import type { Engine } from '../engines/connect.ts';
import { listings } from './listings.ts';
import { addColumn, statementsOf } from './statements.ts';
import { tables } from './tables.ts';

/** The whole schema. */
export const baseline = (engine: Engine): string[] => [
  ...statementsOf(engine, tables),
  `insert into payment_house (id, secret) values (${randomText[engine]}, ${randomText[engine]} || ${randomText[engine]})`,
  ...listings(engine),
];

/** `papers.animal_ids`, from what was printed. */
export const animalsOfPapers = (engine: Engine, isOnCitus = false): string[] => [
  addColumn(engine, 'papers', tables.papers, 'animal_ids'),
  `update papers set animal_ids = ${isOnCitus ? idsOfPaperOnCitus : idsOfPaper[engine]}`,
];

const idsOfPaper = {
  sqlite: "(select json_group_array(value ->> 'animalId') from json_each(content, '$.animals'))",
  postgres: "coalesce((select json_agg(value ->> 'animalId')::text from json_array_elements(content::json -> 'animals')), '[]')",
} as const satisfies Record<Engine, string>;

/** A Citus computes what it writes into a row with immutable functions only. */
const idsOfPaperOnCitus = "jsonb_path_query_array(content::jsonb, '$.animals[*].animalId')::text";

const randomText = {
  sqlite: 'lower(hex(randomblob(16)))',
  postgres: `replace(cast(gen_random_uuid() as text), '-', '')`,
} as const satisfies Record<Engine, string>;
