import type { PaperKind } from '#contract/papers.ts';
import type { Cents } from '#domain/values/units.ts';
import { added, column, table } from './table.ts';

/** Receipts and movement documents, which outlive their animals, and codes with which a buyer takes over records. */
export const papers = {
  /** Receipts and movement documents as issued. Nothing is changed afterwards except that they are cancelled. */
  papers: table(
    {
      farm_id: 'text not null references farms (id) on delete cascade',
      id: 'text not null unique',
      kind: column<PaperKind>("text not null check (kind in ('receipt', 'movement'))"),
      year: 'integer not null',
      /** Consecutive for each kind and year of the farm; null if another farm has issued the paper, or if it was imported with a number that was taken. */
      number: 'integer check (number > 0)',
      label: 'text not null',
      is_received: 'boolean not null',
      day: 'text not null check (length(day) = 10)',
      party: 'text not null',
      animals: 'integer not null',
      /** JSON: the ids of its animals. */
      animal_ids: column<string>(added("text default '[]' not null")),
      /** The tags of the first animals. */
      tags: 'text not null',
      total_cents: column<Cents | null>('bigint'),
      /** JSON: PaperContent of contract/papers.ts. */
      content: 'text not null',
      /** Lower-case text for searching. */
      words: 'text not null',
      replaces_id: 'text',
      issued_by: 'text',
      cancelled_at: 'text',
      cancelled_by: 'text',
      cancel_reason: 'text',
      create_digest: 'text not null',
      created_at: 'text not null',
    },
    'constraint papers_pk primary key (farm_id, id)',
    'constraint papers_number unique (farm_id, kind, year, number)',
    'create index papers_day on papers (farm_id, day, created_at, id)',
    'create index papers_replaced on papers (farm_id, replaces_id) where replaces_id is not null',
  ),
  /** A code with which the buyer of the animals on a movement document takes over their records. */
  transfers: table(
    {
      farm_id: 'text not null references farms (id) on delete cascade',
      id: 'text not null',
      token_hash: 'text not null unique',
      paper_id: 'text not null',
      with_notes: 'boolean not null',
      /** null if the account of its creator was deleted. */
      created_by: 'text references users (id) on delete set null',
      expires_at: 'text not null',
      revoked_at: 'text',
      accepted_at: 'text',
      /** The id of the buyer's farm, which may have been deleted since. */
      accepted_in: 'text',
      /** JSON: the buyer's reply, ArrivedAnimals of contract/transfers.ts. */
      arrival: 'text',
      created_at: 'text not null',
    },
    'constraint transfers_pk primary key (farm_id, id)',
    'constraint transfers_paper_fk foreign key (farm_id, paper_id) references papers (farm_id, id)',
    'create unique index transfers_open on transfers (farm_id, paper_id) where accepted_at is null and revoked_at is null',
    'create index transfers_paper on transfers (farm_id, paper_id, created_at)',
    'create index transfers_made on transfers (farm_id, created_at)',
    'create index transfers_maker on transfers (created_by) where created_by is not null',
  ),
};
