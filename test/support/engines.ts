import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql, type Insertable, type LogEvent, type Selectable } from 'kysely';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { FarmRole } from '#domain/accounts/members.ts';
import type { PlanType } from '#domain/accounts/plans.ts';
import { createApp, type AppOptions } from '#server/app.ts';
import { readConfig, type Config } from '#server/config.ts';
import { openDatabase, type Db, type Engine } from '#server/db/engines/connect.ts';
import { vouchedFarmId, type FarmId } from '#server/db/farm-id.ts';
import { addMembership } from '#server/db/memberships.ts';
import { recordRestore } from '#server/db/restores.ts';
import type { Database } from '#server/db/schema/schema.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { keyText } from '#server/http/api-keys.ts';
import { beginSession, hashToken, newToken } from '#server/http/sessions.ts';
import { citusUrl, copyCitusDatabase } from './citus.ts';
import { cheapPasswords, queuedPasswords } from './cheap-passwords.ts';
import { Client } from './client.ts';
import { long } from './long-run.ts';

export const engines = ['sqlite', 'postgres'] as const satisfies readonly Engine[];

export class Person extends Client {
  readonly username: string;
  readonly password: string;
  readonly userId: string;
  readonly farmId: FarmId;

  constructor(app: FastifyInstance, who: Pick<Person, 'username' | 'password' | 'userId' | 'farmId'>) {
    super(app);
    this.username = who.username;
    this.password = who.password;
    this.userId = who.userId;
    this.farmId = who.farmId;
  }

  /** Opens a session in place of the one that has ended. */
  signIn(): Promise<unknown> {
    return this.call('login', { body: { username: this.username, password: this.password } });
  }
}

export class Clock {
  #aheadMs = 0;
  readonly now = (): Date => new Date(Date.now() + this.#aheadMs);
  /** The start of the next window of all rate limits, so that a test's requests fall into one window. */
  nextHour(): void {
    this.#aheadMs += 3_600_000 - (this.now().getTime() % 3_600_000);
  }
  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number }): void {
    this.#aheadMs += ((((by.days ?? 0) * 24 + (by.hours ?? 0)) * 60 + (by.minutes ?? 0)) * 60 + (by.seconds ?? 0)) * 1000;
  }
}

export interface TestServerOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly webDir?: string;
  /** A test may record the delays instead of waiting. */
  readonly wait?: (ms: number) => Promise<void>;
  readonly parts?: Pick<AppOptions, 'metrics' | 'drain' | 'connectionLimits' | 'logTo' | 'paymentTimeoutMs'>;
  readonly log?: (event: LogEvent) => void;
  /** Passwords wait in the product's queue. */
  readonly hasPasswordQueue?: boolean;
}

export interface Account {
  readonly username?: string;
  readonly password?: string;
  readonly email?: string;
  /** False: the confirmation link was not used. True: it was used before, and its mail is deleted. */
  readonly isConfirmed?: boolean;
  /** Granted in the database, as if chosen and paid. */
  readonly plan?: PlanType;
  readonly isAdmin?: boolean;
}

export class TestServer {
  readonly engine: Engine;
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly config: Config;
  readonly clock: Clock;

  constructor(parts: Pick<TestServer, 'engine' | 'app' | 'db' | 'config' | 'clock'>) {
    this.engine = parts.engine;
    this.app = parts.app;
    this.db = parts.db;
    this.config = parts.config;
    this.clock = parts.clock;
  }

  visitor(): Client {
    return new Client(this.app);
  }

  /** As somebody without cookies. */
  readonly call: Client['call'] = (name, ...input) => this.visitor().call(name, ...input);
  readonly send: Client['send'] = (options) => this.visitor().send(options);

  /** Writes rows as they are. */
  async insert<T extends keyof Database>(
    table: T,
    rows: Insertable<Database[T]> | readonly Insertable<Database[T]>[],
  ): Promise<void> {
    await this.db.insertInto(table).values(rows).execute();
  }

  /** What was queued for an address, or for a person, in order. */
  mailsTo(to: string | Pick<Person, 'username'>): Promise<Selectable<Database['mails']>[]> {
    const address = typeof to === 'string' ? to : `${to.username}@example.org`;
    return this.db.selectFrom('mails').selectAll().where('to_address', '=', address).orderBy('id').execute();
  }

  /** Resolves with the code. */
  async addCoupon(discount_percent: number, more: Partial<Insertable<Database['coupons']>> = {}): Promise<string> {
    const code = `C${uuidv7().toUpperCase()}`;
    const coupon = { id: uuidv7(), code, discount_percent, valid_until: null, is_active: true, created_at: 'now', ...more };
    await this.db.insertInto('coupons').values(coupon).execute();
    return code;
  }

  /** A client with an API key of the farm. */
  async program(
    { farmId }: Pick<Person, 'farmId'>,
    { userId }: Pick<Person, 'userId'>,
    scopes: readonly string[],
    expires_at: string | null = null,
  ): Promise<Client & { readonly keyId: string; readonly key: string }> {
    const [id, secret] = [uuidv7(), newToken()];
    await this.db
      .insertInto('api_keys')
      .values({
        farm_id: farmId,
        id,
        name: 'Program',
        secret_hash: hashToken(secret),
        last_four: secret.slice(-4),
        scopes: JSON.stringify(scopes),
        created_by: userId,
        created_at: this.clock.now().toISOString(),
        expires_at,
      })
      .execute();
    const key = keyText(id, secret);
    return Object.assign(new Client(this.app, { authorization: `Bearer ${key}` }), { keyId: id, key });
  }

  async register({
    username = freshName(),
    password = 'correct horse',
    email = `${username}@example.org`,
    isConfirmed = true,
    plan,
    isAdmin,
  }: Account = {}): Promise<Person> {
    const client = new Client(this.app);
    const { id } = await client.call('register', { body: { username, password, email } });
    const { farm_id } = await this.db
      .selectFrom('memberships')
      .select('farm_id')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    const person = new Person(this.app, { username, password, userId: id, farmId: vouchedFarmId(farm_id) });
    for (const [name, value] of client.cookies) person.cookies.set(name, value);
    if (isConfirmed) await this.confirm(person, email);
    if (plan) await this.setPlan(person, plan);
    if (isAdmin) await this.db.updateTable('users').set({ is_admin: true }).where('id', '=', id).execute();
    return person;
  }

  /** Makes the second person a member of the first one's farm and switches their session to it. */
  async addMember({ farmId }: Person, { userId, cookies }: Person, role: FarmRole): Promise<void> {
    await this.db.transaction().execute((tx) => addMembership(tx, { farmId, userId, role }, this.clock.now()));
    await this.openSession({ userId, cookies }, farmId);
  }

  async openSession({ userId, cookies }: Pick<Person, 'userId' | 'cookies'>, farmId: FarmId): Promise<void> {
    cookies.set('session', await beginSession(this.db, { userId, farmId }, this.clock.now()));
  }

  async changeMember(
    { farmId }: Person,
    { userId }: Person,
    change: { readonly role?: FarmRole; readonly ended_at?: string; readonly ends_at?: string | null },
  ): Promise<void> {
    await this.db.updateTable('memberships').set(change).where('farm_id', '=', farmId).where('user_id', '=', userId).execute();
  }

  async confirm({ userId }: Person, email: string): Promise<void> {
    const email_confirmed_at = this.clock.now().toISOString();
    await this.db.updateTable('users').set({ email_confirmed_at }).where('id', '=', userId).execute();
    await this.db
      .deleteFrom('tasks')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('mails')
          .select('mails.id')
          .where('to_address', '=', email)
          .where('subject', '=', 'Confirm your email address for Bellwether'),
      )
      .execute();
  }

  /** A name and an address, without which no paper is issued. */
  async nameSeller({ farmId }: Pick<Person, 'farmId'>): Promise<void> {
    await this.db.updateTable('farms').set({ name: 'Low Farm', address: 'Valley' }).where('id', '=', farmId).execute();
  }

  async setPlan({ farmId }: Person, plan: PlanType): Promise<void> {
    await this.db.updateTable('farms').set({ plan_type: plan, plan_status: 'active' }).where('id', '=', farmId).execute();
  }

  /** As `restore` does, which also ends all sessions. */
  markRestored(now = this.clock.now()): Promise<void> {
    return inTransaction(this.db, (tx) => recordRestore(tx, now));
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.db.destroy();
    rmSync(this.config.dataDir, { recursive: true, force: true });
  }
}

export const newPostgresDatabase = (): Promise<string> => createPostgresDatabase(inject('databases').postgresTemplate);

export const emptyPostgresDatabase = (): Promise<string> => createPostgresDatabase('template1');

async function createPostgresDatabase(template: string): Promise<string> {
  const { postgresUrl } = inject('databases');
  const name = `t_${crypto.randomUUID().replaceAll('-', '')}`;
  if (citusUrl && template !== 'template1') await copyCitusDatabase(name, template);
  else {
    const client = new pg.Client(`${postgresUrl}postgres`);
    await client.connect();
    await client.query(`create database ${name} template ${template} strategy file_copy`);
    await client.end();
  }
  return `${postgresUrl}${name}`;
}

export async function openTestServer(
  engine: Engine,
  { env = {}, webDir = 'no-such-folder', wait, parts, log, hasPasswordQueue = false }: TestServerOptions = {},
): Promise<TestServer> {
  const { sqliteTemplate } = inject('databases');
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-test-'));
  let databaseUrl: string | undefined;
  if (engine === 'sqlite') {
    cpSync(sqliteTemplate, dataDir, { recursive: true });
  } else {
    databaseUrl = await newPostgresDatabase();
  }
  const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMITS: 'off', DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...env });
  // A slow machine refuses nothing; the timeouts have a test of their own (test/database-away.test.ts).
  const { db } = openDatabase(config, { hasNoTimeouts: true, ...(log && { onQuery: log }) });
  // No test cuts the power of this process: writes need not wait for the disk (as in PostgreSQL, see postgres.ts).
  if (engine === 'sqlite') await sql`pragma synchronous = off`.execute(db);
  const clock = new Clock();
  const app = await createApp({ db, config, now: clock.now, webDir, ...(wait && { wait }), ...parts });
  await app.ready();
  Object.assign(app.deps.passwords, hasPasswordQueue ? queuedPasswords() : cheapPasswords);
  return new TestServer({ engine, app, db, config, clock });
}

/** One server for the tests of a file or of a group. */
export function useTestServer(engine: Engine, options?: TestServerOptions): () => TestServer {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine, options);
  });
  afterAll(() => server?.close());
  return () => server;
}

interface Group {
  readonly name: string;
  /**
   * Where `npm test` runs the group; `npm run test:all` always runs it on both. Both are for groups whose feature has SQL of one dialect,
   * or that test a lock, a race or a transaction.
   */
  readonly usually: Engine | 'both';
}

/**
 * The tests of a group share one server and its database, so a test that needs a farm to itself registers a new person. `npm test` runs
 * them on SQLite unless the group says otherwise.
 */
export function describeOnEachEngine(
  group: string | Group,
  defineTests: (server: () => TestServer, engine: Engine) => void,
  options?: TestServerOptions,
): void {
  const { name, usually } = typeof group === 'string' ? { name: group, usually: 'sqlite' } : group;
  for (const engine of engines) {
    describe(`${name} (${engine})`, usually === 'both' || usually === engine ? {} : long, () => {
      defineTests(useTestServer(engine, options), engine);
    });
  }
}

let people = 0;
const freshName = (): string => `farmer${(people += 1)}-${crypto.randomUUID().slice(0, 8)}`;
