import { z } from 'zod';
import { optionalDate } from '#domain/records/values.ts';
import { route } from './route.ts';

/** The sheets of the workbook with their titles, in an order in which an import finds what they name. */
export const exportSheetTitles = {
  animals: 'Animals',
  health: 'Health records',
  sales: 'Sales',
  treatments: 'Treatments',
  weights: 'Weights',
  births: 'Births',
  scores: 'Scores',
  milk: 'Milk',
  places: 'Places',
  groups: 'Groups',
  moves: 'Moves',
  deaths: 'Deaths',
  others: 'Other records',
  movements: 'Movement register',
  breeding: 'Breeding records',
  exposures: 'Exposures',
  tasks: 'Tasks',
} as const;
export type ExportSheet = keyof typeof exportSheetTitles;
export const exportSheets = Object.keys(exportSheetTitles) as [ExportSheet, ...ExportSheet[]];

/**
 * `from` and `to` are the first and the last day of the range; each may be absent. Records are selected by their own dates, animals and
 * sales by whether the animal was on the farm by the last day, and places are there always.
 */
export const ExportQuery = z
  .object({
    format: z.enum(['xlsx', 'csv', 'json']),
    /** Which sheet a .csv file contains; an .xlsx file contains all of them, and a .json file what ICAR ADE describes. */
    sheet: z.enum(exportSheets).optional(),
    from: optionalDate.optional(),
    to: optionalDate.optional(),
  })
  .refine(({ format, sheet }) => format !== 'csv' || sheet !== undefined, {
    path: ['sheet'],
    error: `Say which sheet: ${exportSheets.join(', ')}`,
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], error: 'The last day is before the first' });
export type ExportQuery = z.output<typeof ExportQuery>;

export const reportRoutes = {
  exportRecords: route({
    method: 'GET',
    path: '/export',
    access: 'farm',
    needs: 'manage',
    byPassword: true,
    summary: 'Export the records of a range of days as a spreadsheet: all sheets as .xlsx, one as .csv, or as ICAR ADE (.json)',
    query: ExportQuery,
    download: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv', 'application/json'],
    reply: z.never(),
    errors: ['request.too_many'],
  }),
} as const;
