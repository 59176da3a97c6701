import type { Engine } from '../engines/connect.ts';
import { accounts } from './accounts.ts';
import { animals } from './animals.ts';
import { changes } from './changes.ts';
import { imports } from './imports.ts';
import { journal } from './journal.ts';
import { listings } from './listings.ts';
import { market } from './market.ts';
import { operation } from './operation.ts';
import { papers } from './papers.ts';
import { plans } from './plans.ts';
import { sending } from './sending.ts';
import { statementsOf } from './statements.ts';

const features = [accounts, animals, journal, changes, imports, papers, market, plans, sending, operation];

/** The whole schema by feature. Tables come after those they refer to. */
export const baseline = (engine: Engine): string[] => [
  ...features.flatMap((feature) => statementsOf(engine, feature)),
  `insert into payment_house (id, secret) values (${randomText[engine]}, ${randomText[engine]} || ${randomText[engine]})`,
  ...listings(engine),
];

const randomText = {
  sqlite: 'lower(hex(randomblob(16)))',
  postgres: `replace(cast(gen_random_uuid() as text), '-', '')`,
} as const satisfies Record<Engine, string>;
