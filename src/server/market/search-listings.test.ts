import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';

const herd = [
  { tagNumber: 'T-00180', name: 'Bella', breed: 'Boer' },
  { tagNumber: 'T-00181', name: 'Zoë Müller', breed: 'Boer' },
  { tagNumber: 'T-01018', name: 'BELLADONNA', breed: 'Nigerian Dwarf' },
  { tagNumber: 'Ñ-180', name: 'Bel “Canto”', breed: 'boer x kiko' },
  { tagNumber: 'X 180', name: null, breed: null },
  { tagNumber: 'bo-er', name: 'oer boe', breed: 'Łowicka 🐑' },
  { tagNumber: '100%_\\', name: "O'Neil", breed: '"Boer"' },
];
const farmName = 'Château Bel Air';

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase();

const isFound = ({ tagNumber, name, breed }: (typeof herd)[number], search: string): boolean => {
  const words = fold([tagNumber, name, breed, farmName].join(' ')).split(' ');
  const has = (asked: string) =>
    words.some((word) => (Array.from(asked).length < 3 ? word.startsWith(asked) : word.includes(asked)));
  return fold(search).split(' ').every(has);
};

const searches = `
  boer,BOER T-0018,t-0,boe oer,bo,b,bel,bella zoe,zoë,zoe,Muller boer,müller 181,ñ-1,n-180,180,180 chateau,château belladonna,air 018
  “canto”,canto”,łow,ŁOW,🐑,x 180,nothing here,boer nothing,100%,%_,_\\,o'n,"boer",",or,and,not boer,near(boer),bel*
`
  .trim()
  .split(/,|\n +/);

describeOnEachEngine({ name: 'words of the marketplace', usually: 'both' }, (server) => {
  test('are found in any position, with or without accents, whatever they contain', async () => {
    const farmer = await server().register({ plan: 'enterprise' });
    await farmer.call('changeProfile', { body: { farmName } });
    for (const animal of herd) {
      await farmer.addAnimal({ ...animal, species: 'goat', sex: 'female', forSale: true, salePrice: 100 });
    }
    for (const search of searches) {
      const found = await server().call('listForSale', { query: { search } });
      const expected = herd.filter((animal) => isFound(animal, search)).map(({ tagNumber }) => tagNumber);
      expect([search, found.map(({ tagNumber }) => tagNumber)]).toEqual([search, expected.toReversed()]);
    }
  });
});
