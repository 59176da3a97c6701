import { templateHeadings } from '#domain/imports/fields.ts';
import { download } from '#web/lib/download.ts';

/** The byte order mark makes Excel read it as UTF-8. */
export const downloadTemplate = (): void =>
  download('animals.csv', `\uFEFF${templateHeadings.join(',')}\r\n`, 'text/csv;charset=utf-8');
