import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { Db, Engine } from './connect.ts';
import * as accounts from './migrations/0001_accounts.ts';
import * as animals from './migrations/0002_animals.ts';
import * as imports from './migrations/0003_imports.ts';
import * as records from './migrations/0004_records.ts';
import * as market from './migrations/0005_market.ts';
import * as admin from './migrations/0006_admin.ts';
import * as payments from './migrations/0007_payments.ts';
import * as background from './migrations/0008_background.ts';
import * as earlierForms from './migrations/0009_earlier_forms.ts';
import * as severalServers from './migrations/0010_several_servers.ts';
import * as revisions from './migrations/0011_revisions.ts';
import * as marketSearch from './migrations/0012_market_search.ts';
import * as confirmedAddresses from './migrations/0013_confirmed_addresses.ts';
import * as paymentsAndRestores from './migrations/0014_payments_and_restores.ts';
import * as largeFarms from './migrations/0015_large_farms.ts';
import * as firstMatings from './migrations/0016_first_matings.ts';
import * as importRowsLeftOut from './migrations/0017_import_rows_left_out.ts';
import * as importSheets from './migrations/0018_import_sheets.ts';
import * as weighingsOfImports from './migrations/0019_weighings_of_imports.ts';
import * as tasks from './migrations/0020_tasks.ts';
import * as members from './migrations/0021_members.ts';
import * as changes from './migrations/0022_changes.ts';
import * as events from './migrations/0023_events.ts';
import * as stateTombstones from './migrations/0024_state_tombstones.ts';
import * as undoneActs from './migrations/0025_undone_acts.ts';
import * as animalTags from './migrations/0026_animal_tags.ts';
import * as receipts from './migrations/0027_receipts.ts';
import * as worklists from './migrations/0028_worklists.ts';
import * as doses from './migrations/0029_doses.ts';
import * as exposures from './migrations/0030_exposures.ts';
import * as chores from './migrations/0031_chores.ts';
import * as treatFrom from './migrations/0032_treat_from.ts';
import * as reminders from './migrations/0033_reminders.ts';
import * as invitations from './migrations/0034_invitations.ts';
import * as apiKeys from './migrations/0035_api_keys.ts';
import * as regional from './migrations/0036_regional.ts';
import * as site from './migrations/0037_site.ts';
import * as support from './migrations/0038_support.ts';
import * as hooks from './migrations/0039_hooks.ts';
import * as responsible from './migrations/0040_responsible.ts';
import * as breedingRules from './migrations/0041_breeding_rules.ts';
import * as marketFilters from './migrations/0042_market_filters.ts';
import * as devicePins from './migrations/0043_device_pins.ts';
import * as farmPages from './migrations/0044_farm_pages.ts';
import * as enquiries from './migrations/0045_enquiries.ts';
import * as papers from './migrations/0046_papers.ts';
import * as transfers from './migrations/0047_transfers.ts';
import * as listingDetails from './migrations/0048_listing_details.ts';
import * as favourites from './migrations/0049_favourites.ts';
import * as pushSubscriptions from './migrations/0050_push_subscriptions.ts';
import * as savedSearches from './migrations/0051_saved_searches.ts';
import * as listingChanges from './migrations/0052_listing_changes.ts';
import * as sharedFacts from './migrations/0053_shared_facts.ts';
import * as groupRules from './migrations/0054_group_rules.ts';
import * as stock from './migrations/0055_stock.ts';
import * as planOfPlaces from './migrations/0056_plan_of_places.ts';
import * as productPhoto from './migrations/0057_product_photo.ts';
import digests from './migrations/digests.json' with { type: 'json' };

export class SchemaError extends Error {}

interface PortableMigration {
  up(db: Kysely<unknown>, engine: Engine): Promise<void>;
}

// A released step is never changed: add another, which `npm run migrations` pins in migrations/digests.json.
export const steps: Readonly<Record<string, PortableMigration>> = {
  '0001_accounts': accounts,
  '0002_animals': animals,
  '0003_imports': imports,
  '0004_records': records,
  '0005_market': market,
  '0006_admin': admin,
  '0007_payments': payments,
  '0008_background': background,
  '0009_earlier_forms': earlierForms,
  '0010_several_servers': severalServers,
  '0011_revisions': revisions,
  '0012_market_search': marketSearch,
  '0013_confirmed_addresses': confirmedAddresses,
  '0014_payments_and_restores': paymentsAndRestores,
  '0015_large_farms': largeFarms,
  '0016_first_matings': firstMatings,
  '0017_import_rows_left_out': importRowsLeftOut,
  '0018_import_sheets': importSheets,
  '0019_weighings_of_imports': weighingsOfImports,
  '0020_tasks': tasks,
  '0021_members': members,
  '0022_changes': changes,
  '0023_events': events,
  '0024_state_tombstones': stateTombstones,
  '0025_undone_acts': undoneActs,
  '0026_animal_tags': animalTags,
  '0027_receipts': receipts,
  '0028_worklists': worklists,
  '0029_doses': doses,
  '0030_exposures': exposures,
  '0031_chores': chores,
  '0032_treat_from': treatFrom,
  '0033_reminders': reminders,
  '0034_invitations': invitations,
  '0035_api_keys': apiKeys,
  '0036_regional': regional,
  '0037_site': site,
  '0038_support': support,
  '0039_hooks': hooks,
  '0040_responsible': responsible,
  '0041_breeding_rules': breedingRules,
  '0042_market_filters': marketFilters,
  '0043_device_pins': devicePins,
  '0044_farm_pages': farmPages,
  '0045_enquiries': enquiries,
  '0046_papers': papers,
  '0047_transfers': transfers,
  '0048_listing_details': listingDetails,
  '0049_favourites': favourites,
  '0050_push_subscriptions': pushSubscriptions,
  '0051_saved_searches': savedSearches,
  '0052_listing_changes': listingChanges,
  '0053_shared_facts': sharedFacts,
  '0054_group_rules': groupRules,
  '0055_stock': stock,
  '0056_plan_of_places': planOfPlaces,
  '0057_product_photo': productPhoto,
};

const digestColumnStep = '0009_earlier_forms';

/** Migrates to the newest step, or to `to`, in one transaction. On a SchemaError the database is unchanged. */
export async function migrate(db: Db, engine: Engine, to?: string): Promise<void> {
  await assertKnownSchema(db);
  if (to !== undefined || !hasAllSteps(await listTakenSteps(db))) await takeSteps(db, engine, to);
  await recordDigests(db);
}

async function takeSteps(db: Db, engine: Engine, to: string | undefined): Promise<void> {
  const provider = {
    getMigrations: async () =>
      Object.fromEntries(
        Object.entries(steps).map(([name, step]): [string, Migration] => [name, { up: (kysely) => step.up(kysely, engine) }]),
      ),
  };
  // Steps were once inserted before steps that databases had already taken, so the order cannot be enforced.
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  const { error, results } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to));
  const failed = results?.find(({ status }) => status === 'Error');
  if (failed) throw failedStep(failed.migrationName, error);
  if (error) throw error;
}

export const hasAllSteps = (taken: readonly string[]): boolean => Object.keys(steps).every((name) => taken.includes(name));

export async function listTakenSteps(db: Db): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    return rows.map(({ name }) => name);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === '42P01' || message.startsWith('no such table')) return [];
    throw error;
  }
}

export const newestStep = (names: readonly string[]): string => names.toSorted().at(-1) ?? 'nothing';

interface ForeignSchema {
  readonly reason: string;
  readonly advice: string;
}

/** Resolves with undefined if every step that the database has taken is known here, with the same content. */
export async function findForeignStep(db: Db): Promise<ForeignSchema | undefined> {
  const taken = await listTakenSteps(db);
  const unknown = taken.filter((name) => !(name in steps));
  if (unknown.length > 0) {
    return {
      reason: `the database was made by a newer version of the program: it is at ${newestStep(unknown)}, this program knows only up to ${newestStep(Object.keys(steps))}`,
      advice: 'Start the newer version, or restore a backup made before it',
    };
  }
  const edited = (await listDigests(db, taken)).find(({ name, digest }) => digest !== null && digest !== pinned(name));
  return (
    edited && {
      reason: `the database took step ${edited.name} in another form than this program has, which no released program does`,
      advice: 'Start the program that made it, or restore a backup made before that step',
    }
  );
}

export async function assertKnownSchema(db: Db): Promise<void> {
  const foreign = await findForeignStep(db);
  if (foreign) throw new SchemaError(`This program cannot be used here: ${foreign.reason}. ${foreign.advice}.`);
}

async function listDigests(db: Db, taken: readonly string[]): Promise<{ name: string; digest: string | null }[]> {
  if (!taken.includes(digestColumnStep)) return [];
  const { rows } = await sql<{ name: string; digest: string | null }>`select name, digest from kysely_migration`.execute(db);
  return rows;
}

const pinned = (name: string): string | undefined => (digests as Readonly<Record<string, string>>)[name];

async function recordDigests(db: Db): Promise<void> {
  for (const { name, digest } of await listDigests(db, await listTakenSteps(db))) {
    if (digest !== null) continue;
    await sql`update kysely_migration set digest = ${pinned(name)} where name = ${name} and digest is null`.execute(db);
  }
}

function failedStep(name: string, cause: unknown): SchemaError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SchemaError(
    `The database could not be brought up to date: step ${name} failed (${reason}). Nothing was changed. Remove the cause and start again, or go back to the program that ran before.`,
    { cause },
  );
}
