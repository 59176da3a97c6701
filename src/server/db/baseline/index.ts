import type { Engine } from '../engines/connect.ts';
import { listings } from './listings.ts';
import { statementsOf } from './statements.ts';
import { tables } from './tables.ts';

/** The whole schema. */
export const baseline = (engine: Engine): string[] => [
  ...statementsOf(engine, tables),
  `insert into payment_house (id, secret) values (${randomText[engine]}, ${randomText[engine]} || ${randomText[engine]})`,
  ...listings(engine),
];

const randomText = {
  sqlite: 'lower(hex(randomblob(16)))',
  postgres: `replace(cast(gen_random_uuid() as text), '-', '')`,
} as const satisfies Record<Engine, string>;
