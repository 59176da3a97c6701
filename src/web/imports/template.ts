import { templateHeadings } from '#domain/imports/fields.ts';

/** The byte order mark makes Excel read it as UTF-8. */
export function downloadTemplate(): void {
  const address = URL.createObjectURL(new Blob([`\uFEFF${templateHeadings.join(',')}\r\n`], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'animals.csv';
  link.click();
  URL.revokeObjectURL(address);
}
