import { sql, type Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/**
 * The marketplace: a row for each animal on offer with what the public may see of it and nothing else. The database keeps it
 * itself, whoever changes an animal, a farm's name or a seller's address.
 * Words are found by their trigrams, wherever they stand in a word: in SQLite through FTS5, in PostgreSQL through an array, which
 * needs no extension (db/listing-search.ts asks both).
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine);
  await db.schema
    .createTable('listings')
    // Where it stands in the marketplace: the highest is the newest.
    .$call((table) =>
      engine === 'sqlite'
        ? table.addColumn('position', 'integer', (c) => c.primaryKey().autoIncrement())
        : table.addColumn('position', 'bigint', (c) => c.primaryKey().generatedAlwaysAsIdentity()),
    )
    .addColumn('farm_id', text, (c) => c.notNull())
    .addColumn('animal_id', text, (c) => c.notNull().unique())
    .addColumn('tag_number', text, (c) => c.notNull())
    .addColumn('name', text)
    .addColumn('species', text, (c) => c.notNull())
    .addColumn('sex', text, (c) => c.notNull())
    .addColumn('breed', text)
    .addColumn('price_cents', integer, (c) => c.notNull())
    .addColumn('description', text)
    .addColumn('pedigree_url', text)
    .addColumn('image_url', text)
    .addColumn('farm_name', text)
    .addColumn('email', text)
    .addColumn('words', text, (c) => c.notNull())
    .addForeignKeyConstraint('listings_of_animal', ['farm_id', 'animal_id'], 'animals', ['farm_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .modifyEnd(strict(engine))
    .execute();
  await db.schema.createIndex('listings_farm').on('listings').columns(['farm_id', 'animal_id']).execute();
  await db.schema
    .createIndex('listings_filter')
    .on('listings')
    .columns(['position', 'species', 'price_cents', 'farm_id'])
    .execute();

  for (const statement of engine === 'sqlite' ? inSqlite : inPostgres) await sql.raw(statement).execute(db);
  await sql.raw(`insert into listings (${columns}) select ${columns} from offered order by animal_id`).execute(db);
}

const shown = [
  'tag_number',
  'name',
  'species',
  'sex',
  'breed',
  'price_cents',
  'description',
  'pedigree_url',
  'image_url',
  'farm_name',
  'email',
  'words',
];
const columns = ['farm_id', 'animal_id', ...shown].join(', ');

/** What is on offer. The seller is the farm's first person. Two spaces before each word: so even one letter makes a trigram. */
const offered = (words: string): string => `
  create view offered as
  select animals.farm_id, animals.id as animal_id, tag_number, animals.name, species, sex, breed, sale_price_cents as price_cents,
         sale_description as description, pedigree_url, image_url, farms.name as farm_name,
         (select email from users where users.farm_id = farms.id order by created_at, id limit 1) as email,
         '  ' || replace(${words}, ' ', '  ') as words
  from animals join farms on farms.id = animals.farm_id
  where status = 'active' and for_sale and sale_price_cents is not null and not is_reference`;

/** The columns of an animal that its listing depends on. */
const watched = [
  'status',
  'for_sale',
  'is_reference',
  'tag_number',
  'name',
  'species',
  'sex',
  'breed',
  'sale_price_cents',
  'sale_description',
  'pedigree_url',
  'image_url',
].join(', ');

const relist = `
  delete from listings where farm_id = new.farm_id and animal_id = new.id
    and not exists (select 1 from offered where farm_id = new.farm_id and animal_id = new.id);
  insert into listings (${columns}) select ${columns} from offered where farm_id = new.farm_id and animal_id = new.id
    on conflict (animal_id) do update set ${shown.map((column) => `${column} = excluded.${column}`).join(', ')};`;

const rename = (farm: string): string => `
  update listings set farm_name = offered.farm_name, email = offered.email, words = offered.words from offered
  where listings.farm_id = ${farm} and offered.farm_id = listings.farm_id and offered.animal_id = listings.animal_id;`;

const inSqlite = [
  offered(`concat_ws(' ', tag_number, animals.name, breed, farms.name)`),
  `create virtual table listing_words using fts5(words, content='', contentless_delete=1, tokenize='trigram remove_diacritics 1')`,
  `create trigger listings_added after insert on listings begin
     insert into listing_words (rowid, words) values (new.position, new.words);
   end`,
  `create trigger listings_changed after update of words on listings when old.words <> new.words begin
     update listing_words set words = new.words where rowid = new.position;
   end`,
  `create trigger listings_removed after delete on listings begin
     delete from listing_words where rowid = old.position;
   end`,
  `create trigger market_animal_added after insert on animals when new.for_sale begin ${relist} end`,
  `create trigger market_animal_changed after update of ${watched} on animals when old.for_sale or new.for_sale
   begin ${relist} end`,
  `create trigger market_farm_renamed after update of name on farms when old.name is not new.name
   begin ${rename('new.id')} end`,
  `create trigger market_seller_changed after update of email on users when old.email <> new.email
   begin ${rename('new.farm_id')} end`,
  `create trigger market_seller_left after delete on users begin ${rename('old.farm_id')} end`,
];

/** Capital and accented letters of the alphabets of Europe and Vietnam beside the plain ones they are found by. */
function plainLetters(): { from: string; to: string } {
  const blocks = [
    [0xc0, 0x24f],
    [0x370, 0x52f],
    [0x1e00, 0x1eff],
  ] as const;
  const letters = blocks
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)))
    .map(
      (letter) =>
        [
          letter,
          letter
            .normalize('NFD')
            .replaceAll(/[\u0300-\u036F]/g, '')
            .toLowerCase(),
        ] as const,
    )
    .filter(([letter, plain]) => plain !== letter && plain.length === 1);
  const marks = Array.from({ length: 0x70 }, (_, index) => String.fromCodePoint(0x300 + index));
  // `translate` drops what has no counterpart: the accents that stand by themselves.
  return { from: [...letters.map(([letter]) => letter), ...marks].join(''), to: letters.map(([, plain]) => plain).join('') };
}

const { from, to } = plainLetters();

const inPostgres = [
  `create function plain_letters(value text) returns text language sql immutable strict
   as $$ select translate(lower(value collate "C"), '${from}', '${to}') $$`,
  `create function trigrams(value text) returns text[] language sql immutable strict
   as $$ select array(select distinct substr(value, i, 3) from generate_series(1, length(value) - 2) i) $$`,
  `alter table listings add column trigrams text[] collate "C" not null generated always as (trigrams(words)) stored`,
  `create index listings_words on listings using gin (trigrams)`,
  `create index listings_price on listings (price_cents)`,
  offered(`plain_letters(concat_ws(' ', tag_number, animals.name, breed, farms.name))`),
  trigger('market_animal_added', 'after insert on animals', 'new.for_sale', relist),
  trigger('market_animal_changed', `after update of ${watched} on animals`, 'old.for_sale or new.for_sale', relist),
  trigger('market_farm_renamed', 'after update of name on farms', 'old.name is distinct from new.name', rename('new.id')),
  trigger('market_seller_changed', 'after update of email on users', 'old.email <> new.email', rename('new.farm_id')),
  trigger('market_seller_left', 'after delete on users', 'true', rename('old.farm_id')),
].flat();

function trigger(name: string, event: string, when: string, body: string): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    `create trigger ${name} ${event} for each row when (${when}) execute function ${name}()`,
  ];
}
