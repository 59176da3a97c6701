import type { Engine } from '../connect.ts';
import { rowTrigger } from './statements.ts';

/** The public columns of animals for sale, which triggers copy into `listings`, and the words by which they are found. */
export const listings = (engine: Engine): string[] => [
  ...(engine === 'sqlite'
    ? [offered(soldWords), wordsInSqlite]
    : [
        plainLetters(),
        offered(`plain_letters(${soldWords})`),
        // A trusted extension: who may make tables in the database may make it.
        'create extension if not exists pg_trgm',
        'create index listings_words on listings using gin (words gin_trgm_ops)',
      ]),
  ...[...triggers, ...(engine === 'sqlite' ? wordTriggers : [])].flatMap((trigger) => rowTrigger(engine, trigger)),
];

const soldWords = `concat_ws(' ', tag_number, animals.name, breed, farms.name, place_name)`;

/** What is for sale; the seller is the farm's first owner. Two spaces before each word, so that even one letter makes a trigram. */
const offered = (words: string): string => `create view offered as
  select animals.farm_id, animals.id as animal_id, tag_number, animals.name, species, sex, breed, sale_price_cents as price_cents,
         sale_description as description, pedigree_url, image_url, farms.name as farm_name,
         (select users.email from memberships join users on users.id = memberships.user_id
          where memberships.farm_id = farms.id and memberships.role = 'owner' and memberships.ended_at is null
          order by memberships.created_at, users.id limit 1) as email,
         '  ' || replace(${words}, ' ', '  ') as words,
         birth_date,
         exists (select 1 from animal_tags where animal_tags.farm_id = animals.farm_id and animal_tags.animal_id = animals.id
                 and animal_tags.kind = 'registration') as is_registered,
         storefronts.latitude, storefronts.longitude
  from animals join farms on farms.id = animals.farm_id left join storefronts on storefronts.farm_id = animals.farm_id
  where status = 'active' and for_sale and sale_price_cents is not null and not is_reference`;

const copied = [
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
  'birth_date',
  'is_registered',
  'latitude',
  'longitude',
];
const columns = ['farm_id', 'animal_id', ...copied].join(', ');

const relist = `
  delete from listings where farm_id = new.farm_id and animal_id = new.id
    and not exists (select 1 from offered where farm_id = new.farm_id and animal_id = new.id);
  insert into listings (${columns}) select ${columns} from offered where farm_id = new.farm_id and animal_id = new.id
    on conflict (animal_id) do update set ${copied.map((column) => `${column} = excluded.${column}`).join(', ')};`;

/** As many listings of a farm are renamed at once; more of them by a job (market/stale-listings.ts), which `mark` tells of each. */
const atOnce = 200;
const hasMore = (farm: string): string =>
  `exists (select 1 from listings as more where more.farm_id = ${farm} limit 1 offset ${atOnce})`;

/** Brings the listings of farms up to date; `farms` selects their ids as `farm_id`. */
const rename = (farms: string): string => `
  update listings set farm_name = offered.farm_name, email = offered.email, words = offered.words,
    latitude = offered.latitude, longitude = offered.longitude from offered
  where listings.farm_id in (select farm_id from (${farms}) as changed where not ${hasMore('changed.farm_id')})
    and offered.farm_id = listings.farm_id and offered.animal_id = listings.animal_id;
  insert into stale_listings (farm_id) select farm_id from (${farms}) as changed where ${hasMore('changed.farm_id')}
    on conflict (farm_id) do update set mark = stale_listings.mark + 1;`;

const renameOwn = rename('select new.farm_id as farm_id');

const register = (row: 'new' | 'old'): string => `
  update listings set is_registered = offered.is_registered from offered
  where listings.farm_id = ${row}.farm_id and listings.animal_id = ${row}.animal_id
    and offered.farm_id = listings.farm_id and offered.animal_id = listings.animal_id;`;

/** The columns of an animal that its listing depends on. */
const watched = `status, for_sale, is_reference, tag_number, name, species, sex, breed, birth_date, sale_price_cents, sale_description,
  pedigree_url, image_url`;

const triggers = [
  { name: 'market_animal_added', event: 'after insert on animals', when: 'new.for_sale', body: relist },
  {
    name: 'market_animal_changed',
    event: `after update of ${watched} on animals`,
    when: 'old.for_sale or new.for_sale',
    body: relist,
  },
  {
    name: 'market_number_added',
    event: 'after insert on animal_tags',
    when: `new.kind = 'registration'`,
    body: register('new'),
  },
  {
    name: 'market_number_changed',
    event: 'after update of kind, animal_id on animal_tags',
    body: register('old') + register('new'),
  },
  {
    name: 'market_number_removed',
    event: 'after delete on animal_tags',
    when: `old.kind = 'registration'`,
    body: register('old'),
  },
  {
    name: 'market_farm_renamed',
    event: 'after update of name on farms',
    when: 'old.name is distinct from new.name',
    body: rename('select new.id as farm_id'),
  },
  {
    name: 'market_seller_changed',
    event: 'after update of email on users',
    when: 'old.email <> new.email',
    body: rename(`select farm_id from memberships where user_id = new.id and role = 'owner' and ended_at is null`),
  },
  {
    name: 'market_owner_changed',
    event: 'after update of role, ended_at on memberships',
    when: `'owner' in (old.role, new.role) and (old.role <> new.role or old.ended_at is distinct from new.ended_at)`,
    body: renameOwn,
  },
  {
    name: 'market_owner_left',
    event: 'after delete on memberships',
    when: `old.role = 'owner'`,
    body: rename('select old.farm_id as farm_id'),
  },
  { name: 'market_place_added', event: 'after insert on storefronts', body: renameOwn },
  {
    name: 'market_place_changed',
    event: 'after update of place_name, latitude, longitude on storefronts',
    when: `old.place_name is distinct from new.place_name or old.latitude is distinct from new.latitude
      or old.longitude is distinct from new.longitude`,
    body: renameOwn,
  },
];

const wordsInSqlite = `create virtual table listing_words
  using fts5(words, content = 'listings', content_rowid = 'position', tokenize = 'trigram remove_diacritics 1')`;

const addWords = 'insert into listing_words (rowid, words) values (new.position, new.words);';
const removeWords = `insert into listing_words (listing_words, rowid, words) values ('delete', old.position, old.words);`;

const wordTriggers = [
  { name: 'listing_added', event: 'after insert on listings', body: addWords },
  {
    name: 'listing_changed',
    event: 'after update of words on listings',
    when: 'old.words is distinct from new.words',
    body: removeWords + addWords,
  },
  { name: 'listing_removed', event: 'after delete on listings', body: removeWords },
];

/** Capital and accented letters of the alphabets of Europe and Vietnam become the plain ones that they are found by. */
function plainLetters(): string {
  const blocks = [
    [0xc0, 0x24f],
    [0x370, 0x52f],
    [0x1e00, 0x1eff],
  ] as const;
  const letters = blocks
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)))
    .map((letter) => [letter, plainOf(letter)] as const)
    .filter(([letter, plain]) => plain !== letter && plain.length === 1);
  const marks = Array.from({ length: 0x70 }, (_, index) => String.fromCodePoint(0x300 + index));
  // `translate` drops what has no counterpart: the accents that stand by themselves.
  const from = [...letters.map(([letter]) => letter), ...marks].join('');
  const to = letters.map(([, plain]) => plain).join('');
  return `create function plain_letters(value text) returns text language sql immutable strict
    as $$ select translate(lower(value collate "C"), '${from}', '${to}') $$`;
}

const plainOf = (letter: string): string =>
  letter
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase();
