import type { Verdict } from '#domain/imports/planned-row.ts';
import { column, table } from './table.ts';

/** Spreadsheets that farms bring in: their rows, what became of them, what they changed, and what the farm answered about their columns. */
export const imports = {
  imports: table(
    {
      farm_id: 'text not null references farms (id)',
      id: 'text not null unique',
      file_name: 'text not null check (length(file_name) <= 200)',
      state: column<'staged' | 'applied' | 'undone'>("text not null check (state in ('staged', 'applied', 'undone'))"),
      columns: 'text not null',
      answers: 'text not null',
      row_count: 'integer not null',
      applied: 'text',
      undone: 'text',
      applied_at: 'text',
      undone_at: 'text',
      /** JSON: how many of its rows are written, while they are. */
      progress: 'text',
      row_choices: "text default '[]' not null",
      /** JSON: the sheets of the workbook and which one this is; null if there is only one. */
      sheets: 'text',
      create_digest: 'text not null',
      created_at: 'text not null',
    },
    'constraint imports_pk primary key (farm_id, id)',
  ),
  import_rows: table(
    {
      farm_id: 'text not null',
      row_number: 'integer not null',
      cells: 'text not null',
      import_id: 'text not null',
    },
    'constraint import_rows_pk primary key (farm_id, import_id, row_number)',
    'constraint import_rows_import foreign key (farm_id, import_id) references imports (farm_id, id) on delete cascade',
  ),
  import_outcomes: table(
    {
      farm_id: 'text not null',
      row_number: 'integer not null',
      verdict: column<Verdict>("text not null check (verdict in ('ready', 'changed', 'duplicate', 'refused'))"),
      is_remarked: 'boolean not null',
      outcome: 'text not null',
      import_id: 'text not null',
    },
    'constraint import_outcomes_pk primary key (farm_id, import_id, row_number)',
    'constraint import_outcomes_import foreign key (farm_id, import_id) references imports (farm_id, id) on delete cascade',
  ),
  import_changes: table(
    {
      farm_id: 'text not null',
      animal_id: 'text not null',
      before: 'text not null',
      /** The animal's version after the import; any other number means that it was changed since. */
      version_after: 'integer not null',
      import_id: 'text not null',
    },
    'constraint import_changes_pk primary key (farm_id, import_id, animal_id)',
    'constraint import_changes_import foreign key (farm_id, import_id) references imports (farm_id, id) on delete cascade',
    'constraint import_changes_animal foreign key (farm_id, animal_id) references animals (farm_id, id) on delete cascade',
    'create index import_changes_animals on import_changes (farm_id, animal_id)',
  ),
  /** What the farm last chose for a heading: field, unit, order of day and month. */
  import_memory: table(
    {
      farm_id: 'text not null references farms (id)',
      key: 'text not null check (length(key) <= 400)',
      value: 'text not null',
    },
    'constraint import_memory_pk primary key (farm_id, key)',
  ),
};
