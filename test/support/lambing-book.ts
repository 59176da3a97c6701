/**
 * A lambing book like those that farmers keep in spreadsheets: two-digit years, bare numbers as tags, NA for missing weights, ages a
 * year off, lambs that are ewes and rams of later years, and numbers that were used a second time. It is the same each time.
 */
export interface LambingBook {
  readonly text: string;
  readonly lambs: readonly Lamb[];
  readonly outsideEwes: readonly number[];
  readonly outsideRams: readonly number[];
}

interface Lamb extends Sheep {
  readonly sex: 'F' | 'M';
  readonly year: number;
  readonly mother: Sheep;
  readonly father: Sheep;
  readonly birthWeight: string;
  readonly weaningWeight: string;
  readonly weaningAge: string;
  readonly motherAge: number;
}

export interface Sheep {
  readonly tag: number;
  readonly year: number;
  readonly breed: string;
  readonly row?: number;
}

const headings = 'year lamb sex gen birthwt weanwt weanage ewe ewegen damage ram ramgen'.split(' ');

export function lambingBook({ lambsPerYear = 40, outsideEwes = 60, outsideRams = 12 } = {}): LambingBook {
  const random = dice(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const ewes: Sheep[] = Array.from({ length: outsideEwes }, (_, i) => ({
    tag: 1000 + i,
    year: 1984 + (i % 4),
    breed: i % 3 ? 'D' : 'R',
  }));
  const rams: Sheep[] = Array.from({ length: outsideRams }, (_, i) => ({ tag: 500 + i, year: 1985, breed: i % 2 ? 'D' : 'R' }));
  const lambs: Lamb[] = [];
  for (let year = 1991; year <= 1996; year += 1) {
    const [dams, sires] = [ewes.filter((ewe) => ewe.year < year - 1), rams.filter((ram) => ram.year < year - 1)];
    for (let n = 0; n < lambsPerYear; n += 1) {
      // The first lambs use every old ewe and ram, so that each occurs in the book.
      const mother = year === 1991 || n < 10 ? (dams[lambs.length % dams.length] as Sheep) : pick(dams);
      const father = year === 1991 || n < 10 ? (sires[lambs.length % sires.length] as Sheep) : pick(sires);
      lambs.push(lamb(year, n, mother, father));
    }
    for (const each of lambs.filter((one) => one.year === year - 1 && one.tag > 2000)) {
      if (each.sex === 'F' && random() < 0.3) ewes.push(each);
      if (each.sex === 'M' && random() < 0.06) rams.push(each);
    }
  }
  const used = (outside: readonly Sheep[], role: 'mother' | 'father'): number[] => [
    ...new Set(
      lambs
        .map((one) => one[role])
        .filter((parent) => outside.includes(parent) && parent.row === undefined)
        .map(({ tag }) => tag),
    ),
  ];
  return { text: write(lambs), lambs, outsideEwes: used(ewes, 'mother'), outsideRams: used(rams, 'father') };

  function lamb(year: number, n: number, mother: Sheep, father: Sheep): Lamb {
    const isWeaned = random() > 0.2;
    const reused =
      year > 1992 && n % 13 === 5
        ? n % 2
          ? pick(ewes.slice(0, outsideEwes)).tag
          : pick(rams.slice(0, outsideRams)).tag
        : undefined;
    const tag = reused !== undefined && lambs.every((other) => other.tag !== reused) ? reused : 2001 + lambs.length;
    return {
      tag,
      year,
      sex: random() < 0.5 ? 'F' : 'M',
      breed: father.breed.slice(0, 1) + mother.breed.slice(0, 1),
      mother,
      father,
      birthWeight: random() < 0.03 ? 'NA' : (2 + random() * 2).toFixed(1),
      weaningWeight: isWeaned ? (8 + random() * 9).toFixed(1) : 'NA',
      weaningAge: isWeaned ? String(80 + Math.floor(random() * 40)) : 'NA',
      motherAge: year - mother.year + (random() < 0.05 ? 1 : 0),
      row: lambs.length + 2,
    };
  }
}

function write(lambs: readonly Lamb[]): string {
  const parent = ({ tag, breed }: Sheep) => [tag, breed];
  const rows = lambs.map(({ year, tag, sex, breed, mother, father, ...lamb }) =>
    [year - 1900, tag, sex, breed, lamb.birthWeight, lamb.weaningWeight, lamb.weaningAge].concat(
      parent(mother),
      lamb.motherAge,
      parent(father),
    ),
  );
  return `${[headings, ...rows].map((row) => row.join('\t')).join('\r\n')}\r\n`;
}

function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
