import { Readable } from 'node:stream';
import type { ArchivedEvent } from '#contract/archive.ts';
import { isWether } from '#domain/records/births.ts';
import { animalTagLabel } from '#domain/records/animal-tags.ts';
import { valueText } from '#domain/breeding/breeding-values.ts';
import { productTitle } from '#domain/product.ts';
import { choiceText, infosOf, type FieldInfo, type Fields } from '#domain/records/fields.ts';
import { eventKinds } from '#domain/records/events.ts';
import { extraLabels } from '#domain/records/health-records.ts';
import { enteredWithdrawals, type EventInput } from '#domain/journal/withdrawals.ts';
import type { WeightUnit } from '#domain/values/units.ts';
import { weightWithUnit } from '#domain/values/weights.ts';
import { writeZip, type AddEntry } from '#server/write-zip.ts';
import type { Deps } from '#server/deps.ts';
import { writeCsv } from '#server/reports/csv.ts';
import type { Cell, Column } from '#server/reports/sheets.ts';
import type { Sold } from './collect-sold.ts';

/** For a buyer without an account here: tables for any spreadsheet program, and a farm.json that another installation can import. */
export const writeSold = (needs: Pick<Deps, 'pictures'>, sold: Sold, seller: Seller): Readable =>
  writeZip((add) => addEntries(add, needs, sold, seller));

interface Seller {
  readonly farmName: string | null;
  readonly weightUnit: WeightUnit;
}

async function addEntries(
  add: AddEntry,
  { pictures }: Pick<Deps, 'pictures'>,
  sold: Sold,
  { farmName, weightUnit }: Seller,
): Promise<void> {
  const { head, leftOut: _leftOut, ...lists } = sold.records;
  await add('README.txt', toStream([readme(farmName)]));
  await add('farm.json', toStream([JSON.stringify({ ...head, product: productTitle, ...lists })]));
  const headings = columns('Tag number', 'Name', 'Species', 'Sex', 'Born', 'Breed', 'Color', 'Mother', 'Father', 'Numbers');
  await add('animals.csv', toTable(headings, animalCells(sold)));
  await add('history.csv', toTable(columns('Date', 'Tag number', 'What', 'Details', 'Note'), entryCells(sold, weightUnit)));
  for (const [name, picture] of sold.photos) {
    const stored = await pictures.get(picture);
    // WebP is compressed already.
    if (stored) await add(name, stored.content, { compress: false });
  }
}

const toStream = (text: Iterable<string> | AsyncIterable<string>): Readable => Readable.from(text, { objectMode: false });

const columns = (...headings: string[]): Column[] => headings.map((heading) => ({ heading, kind: 'text', width: 16 }));

const toTable = (headings: readonly Column[], rows: Cell[][]): Readable => toStream(writeCsv(headings, Readable.from([rows])));

function animalCells({ records: { animals, animalTags }, moved }: Sold): Cell[][] {
  const tagOf = new Map(animals.map(({ id, tagNumber, name }) => [id, [tagNumber, name].filter(Boolean).join(' ')]));
  return moved.map(
    ({ id, tagNumber, name, species, sex, birthDate, birthYear, breed, color, motherId, fatherId, castratedOn, isCastrated }) => [
      tagNumber,
      name,
      species,
      isWether({ castratedOn, isCastrated }) ? 'wether' : sex,
      birthDate ?? (birthYear === null ? null : String(birthYear)),
      breed,
      color,
      tagOf.get(motherId ?? '') ?? null,
      tagOf.get(fatherId ?? '') ?? null,
      animalTags
        .filter((tag) => tag.animalId === id && tag.toDay === null)
        .map(({ kind, number }) => `${animalTagLabel(kind)} ${number}`)
        .join(', '),
    ],
  );
}

function entryCells({ records: { animals, healthRecords, events } }: Sold, unit: WeightUnit): Cell[][] {
  const tagOf = new Map(animals.map(({ id, tagNumber }) => [id, tagNumber]));
  const checkups = healthRecords.map((record) => {
    const { date, animalId, healthStatus, weightGrams, medication, dosage, cdnt, dewormed, notes } = record;
    const facts = [
      `health ${healthStatus} of 5`,
      weightGrams !== null && weightWithUnit(weightGrams, unit),
      cdnt && extraLabels.cdnt,
      dewormed && extraLabels.dewormed,
      medication,
      dosage,
      ...withdrawalTexts({ ...record, kind: 'checkup', day: date }),
    ];
    return {
      day: date,
      cells: [date, tagOf.get(animalId) ?? null, 'Checkup', facts.filter(Boolean).join(', '), notes || null],
    };
  });
  const others = events.map((event) => ({
    day: event.day,
    cells: [event.day, tagOf.get(event.animalId) ?? null, eventKinds[event.kind].label, detailsOf(event, unit), event.note],
  }));
  return [...checkups, ...others].toSorted((a, b) => (a.day < b.day ? -1 : 1)).map(({ cells }) => cells);
}

function detailsOf(event: ArchivedEvent, unit: WeightUnit): string {
  const values = new Map<string, unknown>(Object.entries(event));
  const infos: Readonly<Record<string, FieldInfo>> = infosOf<Fields>(eventKinds[event.kind].fields);
  const facts = Object.entries(infos).flatMap(([name, info]) => factOf(info, values.get(name), unit) ?? []);
  const young =
    event.kind === 'birth'
      ? event.young.map(({ sex, state, tagNumber }) => [sex, state, tagNumber].filter(Boolean).join(' '))
      : [];
  const bred = event.kind === 'breedingValues' ? event.values.map(valueText) : [];
  return [...facts, ...withdrawalTexts(event), ...young, ...bred].join(', ');
}

function withdrawalTexts(event: EventInput): readonly string[] {
  const entered = enteredWithdrawals(event);
  if (!entered) return [];
  return [
    ...entered.map(({ product, days, clearOn }) => `no ${product} ${clearOn === null ? `for ${days} days` : `until ${clearOn}`}`),
    ...(entered.some(({ product }) => product === 'meat') ? [] : ['withdrawal not recorded']),
  ];
}

function factOf(info: FieldInfo, value: unknown, unit: WeightUnit): string | undefined {
  if ((typeof value !== 'string' && typeof value !== 'number' && value !== true) || value === '') return undefined;
  switch (info.kind) {
    case 'list':
    case 'animal':
    case 'reference':
    case 'picture':
      return undefined;
    case 'yesNo':
      return info.label;
    case 'weight':
      return weightWithUnit(Number(value), unit);
    case 'choice':
      return choiceText(info, String(value));
    default:
      return `${info.label}: ${String(value)}`;
  }
}

const readme = (
  farmName: string | null,
): string => `Animals bought${farmName === null ? '' : ` from ${farmName}`}, with their history.

animals.csv, history.csv
    The animals and what happened to them, for any spreadsheet program.
photos/
    Photos of the animals.
farm.json
    All of it for ${productTitle}: sign in there, open Settings, choose "Import a farm" and then this file as it is. The animals are imported with their history, their ancestors and the papers of the sale.
`;
