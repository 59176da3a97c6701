import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import * as sales from './sale-edits.ts';

const { cellsOf, draftOf, editsOf, lacksPrice, offerText, storedCells } = sales;
const { theirChange, withEdit, withoutSaved, withReverted, withTheirs } = sales;

const none: sales.SaleEdits = new Map();
const columns = ['forSale', 'price', 'description'] as const;
const ada = buildAnimal({ tagNumber: 'A1', forSale: true, salePrice: 1250, saleDescription: 'Calm' });
const ben = buildAnimal({ tagNumber: 'B2', salePrice: 399.5 });

const cells: fc.Arbitrary<Partial<sales.SaleCells>> = fc.record(
  {
    forSale: fc.boolean(),
    price: fc.constantFrom('', '0', '1250', '1250.00', '399.5', '-1', '1e3', '7.125', null),
    description: fc.constantFrom('', 'Calm', 'Two\nlines'),
  },
  { requiredKeys: [] },
);

describe('the sales table', () => {
  test('has nothing to save until a cell differs from the stored value, nor once it equals that again', () => {
    const sizes = [{ price: '1250.00' }, storedCells(ada), { price: '1251' }].map((edit) => withEdit(none, ada, edit).size);
    expect(sizes).toEqual([0, 0, 1]);
    const both = withEdit(withEdit(none, ada, { forSale: false }), ben, { description: 'Young' });
    expect([...withEdit(both, ada, { forSale: true }).keys()]).toEqual([ben.id]);
  });

  test('says what buyers see, also of a price of 0, and that one without a price is not listed', () => {
    const texts = ['', '0', '399.5', null, '-5', '2000000'].map((price) => offerText({ forSale: true, price, description: '' }));
    const noPrice = 'For sale, no price';
    expect(texts).toEqual([noPrice, 'For sale $0', 'For sale $399.50', noPrice, noPrice, noPrice]);
    const lacks = (forSale: boolean, price: string) => lacksPrice({ forSale, price, description: '' });
    expect([lacks(true, ''), lacks(true, '0'), lacks(false, '')]).toEqual([true, false, false]);
  });

  test('has no edit after every cell was reverted, whatever was typed', () => {
    fc.assert(
      fc.property(fc.array(cells), (changes) => {
        const edited = changes.reduce((edits, change) => withEdit(edits, ada, change), none);
        expect(columns.reduce((edits, column) => withReverted(edits, ada, column), edited).size).toBe(0);
      }),
    );
  });

  test('keeps edits that were typed while the row was being saved', () => {
    const sent = withEdit(withEdit(none, ada, { price: '900' }), ben, { price: '400' });
    const meanwhile = withEdit(sent, ada, { price: '950' });
    expect([...withoutSaved(meanwhile, sent)]).toEqual([[ada.id, { ...storedCells(ada), price: '950' }]]);
    expect(withoutSaved(sent, sent).size).toBe(0);
  });

  test('keeps typed cells over concurrent changes of the row, and describes those changes', () => {
    const fresh = { ...ada, salePrice: 900, saleDescription: 'Very calm' };
    const typed = withEdit(none, ada, { price: '1300', forSale: false });
    expect(withTheirs(typed, ada, fresh).get(ada.id)).toEqual({ forSale: false, price: '1300', description: 'Very calm' });
    expect([fresh, { ...ada, saleDescription: null }, ada].map((now) => theirChange(ada, cellsOf(typed, ada), now))).toEqual([
      'Changed elsewhere: price $900, description “Very calm”. Save again to keep yours.',
      'Changed elsewhere: no description. Save again to keep both.',
      undefined,
    ]);
  });

  test('never changes a cell that neither of two people edited', () => {
    const kept = fc.record({
      forSale: fc.boolean(),
      salePrice: fc.constantFrom(null, 900, 1250, 399.5),
      saleDescription: fc.constantFrom(null, 'Calm', 'Young'),
    });
    fc.assert(
      fc.property(kept, kept, cells, (opened, saved, change) => {
        const read = { ...ada, ...opened };
        const fresh = { ...ada, ...saved };
        const row = cellsOf(withTheirs(withEdit(none, read, change), read, fresh), fresh);
        const now = storedCells(fresh);
        for (const column of columns) {
          if (change[column] === undefined) expect([column, row[column]]).toEqual([column, now[column]]);
          else expect([column, change[column], now[column], storedCells(read)[column]]).toContain(row[column]);
        }
      }),
    );
  });
});

describe('edits restored from a draft', () => {
  const edits = withEdit(withEdit(none, ada, { price: '1300' }), ben, { forSale: true });
  const draft = draftOf(edits, [ada, ben]);

  test('are unchanged if the animals are, and disappear if the same values were saved elsewhere', () => {
    expect(editsOf(draft, [ada, ben])).toEqual({ edits, changes: new Map() });
    const back = editsOf(draft, [{ ...ada, salePrice: 1300 }, ben]);
    expect([back.edits.has(ada.id), back.changes.size]).toEqual([false, 0]);
  });

  test('overwrite no concurrent change unseen: it is merged or reported', () => {
    const back = editsOf(draft, [
      { ...ada, salePrice: 1200 },
      { ...ben, saleDescription: 'Loud' },
    ]);
    expect(back.edits.get(ada.id)).toMatchObject({ price: '1300', description: 'Calm' });
    expect(back.edits.get(ben.id)).toMatchObject({ forSale: true, description: 'Loud' });
    expect(back.changes.get(ada.id)).toBe('Changed elsewhere: price $1,200. Save again to keep yours.');
    expect(back.changes.get(ben.id)).toBe('Changed elsewhere: description “Loud”. Save again to keep both.');
  });
});
