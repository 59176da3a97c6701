import type { Engine } from '../engines/connect.ts';

/** The public columns of animals for sale, which `relist` copies into `listings`, and the words by which they are found. */
export const listings = (engine: Engine): string[] =>
  engine === 'sqlite'
    ? [offered(soldWords), wordsInSqlite, ...wordTriggers]
    : [
        plainLetters(),
        offered(`plain_letters(${soldWords})`),
        // A trusted extension: who may make tables in the database may make it.
        'create extension if not exists pg_trgm',
        'create index listings_words on listings using gin (words gin_trgm_ops)',
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
         birth_date, (is_castrated or castrated_on is not null) as is_castrated,
         exists (select 1 from animal_tags where animal_tags.farm_id = animals.farm_id and animal_tags.animal_id = animals.id
                 and animal_tags.kind = 'registration') as is_registered,
         storefronts.latitude, storefronts.longitude
  from animals join farms on farms.id = animals.farm_id left join storefronts on storefronts.farm_id = animals.farm_id
  where status = 'active' and for_sale and sale_price_cents is not null and not is_reference`;

const wordsInSqlite = `create virtual table listing_words
  using fts5(words, content = 'listings', content_rowid = 'position', tokenize = 'trigram remove_diacritics 1')`;

const addWords = 'insert into listing_words (rowid, words) values (new.position, new.words);';
const removeWords = `insert into listing_words (listing_words, rowid, words) values ('delete', old.position, old.words);`;

/** SQLite's index of words has to be told the old ones, and listings also go with their animals. */
const wordTriggers = [
  `create trigger listing_added after insert on listings begin ${addWords} end`,
  `create trigger listing_changed after update of words on listings when old.words is distinct from new.words
   begin ${removeWords} ${addWords} end`,
  `create trigger listing_removed after delete on listings begin ${removeWords} end`,
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
