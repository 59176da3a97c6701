import { templateHeadings } from '#domain/imports/fields.ts';
import { weightUnit } from '#web/lib/text/weight-text.ts';
import { download } from '#web/lib/server/download.ts';

/** The byte order mark makes Excel read it as UTF-8. */
export const downloadTemplate = (): void =>
  download('animals.csv', `\uFEFF${templateHeadings(weightUnit()).join(',')}\r\n`, 'text/csv;charset=utf-8');
