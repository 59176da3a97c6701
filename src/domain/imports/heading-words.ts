import { normalizeText } from '../values/text.ts';
import type { ParentRole } from '../records/parentage.ts';
import { byWord, normalizeWord, wordSet } from './vocabulary.ts';

/** The first word of each `word: others`, by the others. */
function meaningOf(text: string): ReadonlyMap<string, string> {
  const lines = text.split(';').map((line) => line.trim().split(/:?\s+/));
  return new Map(lines.flatMap(([word = '', ...others]) => others.map((other) => [other, word] as const)));
}

/** Words of other languages, also in compounds such as `Verkaufsdatum`. Whatever reads a heading reads it in English. */
const english =
  meaningOf(`date: datum fecha dat; birth: geburt geburts naissance naiss nasc nacimiento nacer nac nascimento nascita geboorte geboren geb nee ne agnelage
  parto lammung; death: todes sterbe mortalite muerte mort morte dood sterfte vrekte verendet gestorben; cause: ursache oorzaak oorsaak
  causa causale; sale: verkauf verkaufs vente venta venda vendita verkoop; sold: verkauft vendu vendido verkocht; buyer: kaufer acheteur acquirente comprador koper;
  price: preis prix precio prezzo preco prijs prys; weight: gewicht gew peso poids gewig; weighing: wiege wiegung weeg pesaje pesee pesagem pesatura pesata;
  live: lebend vif vivo; body: corporal korper lichaams; condition: condicion kondition conditie; animal: dier capo individ; animals: animaux animales animais animali tiere dieren; number: nummer nommer anzahl; ear: oor; tag: øremerke oronmarke kolczyk ohrmarke ohrmarken stallnr matricola boucle crotal brinco arete caravana oormerk;
  management: travail werk trabajo; lifetime: levens lebens; name: nom nombre nome naam namn navn; sex: geschl płec kjønn kon køn geschlecht sexe sexo sesso geslacht
  geslag; breed: race raza rasse raca ras razza rase; color: farbe couleur kleur cor colore; species: especie espece specie tierart soort;
  mother: madre mere mutter moeder mae moer mor matka; father: padre pere vater vader pai vaar far ojciec bock; ewe: brebis oveja aue ooi
  ovelha pecora mutterschaf; ewes: auen ovejas ooien; ram: belier carnero widder carneiro; doe: ziege chevre cabra geit; buck: bouc chivo
  bok; sheep: schaf mouton schaap skaap; lamb: lamm agneau cordero cordeiro agnello; kid: kitz chevreau cabrito cria capretto; status: estado estatus etat statut stato situacao;
  notes: bemerkung bemerkungen remarque remarques opmerking opmerkingen observaciones observacoes anmerkung anmerkungen nota notas;
  reason: grund motivo motif reden rede; treatment: behandlung behandlungs traitement tratamiento behandeling; medicine: farmaco medikament
  arzneimittel medicament medicamento diergeneesmiddel middel; product: producto produit produto produkt; dose: dosis posologie dosering dosierung
  dosagem; batch: lote; vaccine: impfstoff impfung vacuna vaccin entstof vacina; vet: tierarzt veterinaire veterinario dierenarts
  veearts; meat: fleisch viande carne vlees vleis; milk: milch lait leche melk leite latte; withdrawal: wartezeit delai attente sospensione retiro carencia wachttijd
  onttrekking; days: tage tagen jours dias dagen dae giorni gg j; hours: stunden heures horas uren ure uur; morning: morgens matin manana ochtend oggend;
  evening: abends soir tarde avond aand; mating: saillie monta dekking; start: beginn debut inicio; end: ende einde;
  result: ergebnis resultat resultado uitslag diagnostico; fetus: fetos foten; pregnant: trachtig dragtig drachtig; scan: echographie ecografia; weaning: absetz sevrage destete desmame svezzamento speen; entry: zugang zugangs aanvoer alta entree entrada; exit: abgang abgangs abg afvoer afgevoerd sortie sorti baja uscita; test: controle controllo; destination: bestemming destino; operator: anwender; route: voie; movement: mouvement movimiento bewegung beweging; unit: einheit eenheid unidad;
  amount: menge hoeveelheid cantidad quantite; booster: rappel refuerzo auffrischung; slaughter: schlacht schlachtung schlachttag abattage sacrificio macellazione slacht slachting slag; abattoir: schlachthof boucherie matadero slachthuis;
  slaughtered: geschlachtet geschlachtete abattu abattue abattus abattues sacrificado sacrificada sacrificados sacrificadas geslachte; time: uhrzeit hora heure; year: jahr annee ano jaar`);

/** Words that are English too have their meaning only beside others. */
const alsoEnglish = meaningOf(
  'animal: tier; lamb: lam; tag: om; death: tod; date: data; batch: charge; mating: deck paring; scan: echo; end: fin',
);

function inEnglish(words: readonly string[]): string[] {
  const isForeign = words.some((word) => english.has(word));
  return words.map((word) => english.get(word) ?? (isForeign ? alsoEnglish.get(word) : undefined) ?? word);
}

/** The headings of a file, with the words translated that are foreign only beside others. */
export function readTogether(headings: readonly string[], isChosen: (heading: string) => boolean): readonly string[] {
  if (!headings.some((heading) => wordsOf(heading).some((word) => english.has(word)))) return headings;
  const read = (word: string): string => alsoEnglish.get(normalizeWord(word)) ?? word;
  return headings.map((heading) => (isChosen(heading) ? heading : heading.replaceAll(/\p{L}+/gu, read)));
}

export const parentWords = byWord<ParentRole>(
  {
    mother: 'dam dams mother mothers mom mum mama ewe ewes doe does nanny',
    father: 'sire sires father fathers dad papa ram rams buck bucks billy tup',
  },
  ' ',
);

/** A parent's word that also names the animals of a list. */
export const weakParents = wordSet('ewe ewes doe does nanny ram rams buck bucks billy tup');

/** `Sire line` names no parent. */
export function namesParent(heading: string): boolean {
  const [parent = ''] = parentsIn(heading);
  const isFurther = namesSeveralParents(heading) || /\b(?:family|line|group)\b/i.test(heading);
  return parent !== '' && !weakParents.has(parent) && !isFurther;
}

export const parentsIn = (heading: string): string[] =>
  splitWords(heading)
    .flatMap(divide)
    .filter((word) => parentWords.has(word));

export const withoutBrackets = (heading: string): string => heading.replaceAll(/[([{][^)\]}]*[)\]}]?/g, ' ');

/** `Sire's sire` and `Dam/Sire`, but not `Dam (ewe)` and `Dam/Ewe`. */
export const namesSeveralParents = (heading: string): boolean => {
  const parents = parentsIn(withoutBrackets(heading));
  return parents.length > 1 && !(heading.includes('/') && new Set(parents.map((word) => parentWords.get(word))).size === 1);
};

export const namesDam = (heading: string): boolean => splitWords(heading).some((word) => parentWords.get(word) === 'mother');

export const namesMating = (heading: string): boolean =>
  /(?<![a-z])(?:mat(?:ed|ing)|bree?d|servic|insem|ai(?![a-z])|join)/i.test(splitWords(heading).flatMap(divide).join(' '));

const wordsOf = (heading: string): string[] =>
  heading
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replaceAll(/['’]s\b|\b[dl]['’]|[\p{M}'’]/giu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** `is_sold` and `isSold` are two words. */
export const spacedOut = (heading: string): string => heading.replaceAll('_', ' ').replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2');

export const splitWords = (heading: string): string[] => inEnglish(wordsOf(heading));

/** Words that stand around the word that tells the meaning. */
export const noise = wordSet(
  `animal animals goat goats sheep lamb lambs kid kids stock livestock current last latest present actual recent recorded
  official est estimated approx approximate the of a an this my our primary main info value code dd mm yyyy yy ymd dmy mdy m f w yn
  individual full own parents parent`,
);

/** Other forms of a word, and other words for it. */
const forms =
  meaningOf(`weight: wt wgt weights wgts wts; number: no nr n num nbr numbers numero; id: ids identification identifier identity ident;
  date: dt day on; name: names; management: mgmt mgt; tag: tags tagged vid; tattoo: tattoos tatoo; birth: birthed births born
  lambing lambed kidding kidded; bought: purchase purchased acquired acquisition obtained; death: died dead deceased mortality;
  given: give admin administered administration administering used; medicine: vmp med meds rx medicines medication medicament drug drugs remedy
  wormer dewormer drench anthelmintic chemical; color: colour colors colours; breed: genotype gen breeds breeding; move: moved
  movement moving; wean: weaned weaning; scan: scanned scanning ultrasound; shear: shorn shearing sheared; left: leave leaving leaves lft; right: rt; test: tested testing; diagnosis: diagnose diagnostic; cull:
  culled; removed: removal remove; exit: exited; reg: registration registered registry regn; dose: dosage doses; quantity: qty
  amount amt volume; batch: lot batches; score: scores; expiry: expiration expires; sample: samples sampled collected; join: joined
  joining mated mating bred served service serviced insemination inseminated; hoof: hoofs hooves feet; trim: trimmed trimming;
  vaccine: vaccines; pasture: paddock pen field camp barn; sex: sx gender sexes genders; year: yr years yrs; milk: milking;
  measured: measurement`);
/** They add nothing to a phrase. */
const stopWords = wordSet('of the a an at al da de del der di do du la le van');
/** Words of headings, also the short ones. */
const shortParts = wordSet(
  `of no id kg lb to on by wt dt ml am pm nr yr in at ok or uk wd wp meat milk fibre fiber wool slaughter kill eat sell withdrawal
  withdrawl withhold withholding whp clear safe end ends until after earliest hold days for enddate inbreeding`,
);

const phraseKey = (words: readonly string[]): string =>
  [...new Set(words.map((word) => forms.get(word) ?? word))]
    .filter((word) => !stopWords.has(word))
    .toSorted()
    .join(' ');

const parts = new Set([
  ...shortParts,
  ...forms.keys(),
  ...forms.values(),
  ...english.keys(),
  ...alsoEnglish.keys(),
  ...parentWords.keys(),
  ...noise,
]);

/** Meanings of phrases, whose words may stand in any order and form: `Date of birth`, `born_date` and `dateborn` are one. */
export class Phrases<M> {
  readonly #meanings = new Map<string, M>();
  /** As they are spelled: `Time of day` is no `Date, time`. */
  readonly #exact = new Map<string, M>();

  /** The first meaning of a phrase stays. */
  add(words: readonly string[], meaning: M): void {
    const [exact, key] = [words.join(' '), phraseKey(words)];
    if (!this.#exact.has(exact)) this.#exact.set(exact, meaning);
    if (!this.#meanings.has(key)) this.#meanings.set(key, meaning);
    for (const word of words) parts.add(word);
  }

  find(words: readonly string[]): M | undefined {
    for (const way of [words, [words.join('')], words.flatMap(divide)]) {
      const meaning = this.#exact.get(way.join(' ')) ?? this.#meanings.get(phraseKey(way));
      if (meaning !== undefined) return meaning;
    }
    return undefined;
  }
}

const maxDivided = 40;

/** `dateofbirth` has three words, if all are words of headings. */
export function divide(word: string): string[] {
  if (parts.has(word) || word.length > maxDivided) return [word];
  const fewest: (string[] | undefined)[] = [[]];
  for (let end = 1; end <= word.length; end += 1)
    for (let start = 0; start < end; start += 1) {
      const [before, part] = [fewest[start], word.slice(start, end)];
      const isPart = before && parts.has(part) && (part.length > 2 || shortParts.has(part));
      if (isPart && before.length < (fewest[end]?.length ?? Infinity)) fewest[end] = [...before, part];
    }
  return inEnglish(fewest[word.length] ?? [word]);
}

const products = [
  ['meat', /meat|slaughter|abattoir|\bkill|\beat\b|\besi\b|\bsell\b/],
  ['milk', /milk/],
  ['fibre', /fib(?:re|er)|wool/],
] as const;
const withdrawals =
  /with? ?(?:dr[ae]w|hold|held)|\bwhp\b|\bw ?[dhp]p?\b|\besi\b|discard|\bhold\b|interval|w days|\bclear (?:date|on)\b|\bdate clear\b/;
const ends = /\b(?:clear|safe|ok|okay|fit|ends?|until|after|earliest|enddate)\b|\bnot\b.*\bbefore\b/;

/** What a heading says of a withdrawal: of which products, and whether it is the day on which it ends. */
export function withdrawalIn(heading: string) {
  const text = splitWords(heading).flatMap(divide).join(' ');
  const of = products.flatMap(([product, words]) => (words.test(text) ? product : []));
  const isEnd = ends.test(text);
  if (!withdrawals.test(text) && !(isEnd && of.length > 0)) return undefined;
  return { of, isEnd: isEnd || /\bdate\b/.test(text) };
}

/** `# born`, `No. alive`, `Anzahl geboren`. */
export const isOfCount = (heading: string): boolean =>
  heading.startsWith('#') || /^(?:no|nr|number|total|aantal)$/.test(splitWords(heading)[0] ?? '');

/** What the heading of a day says beside that: `kill` of `Actual kill date`. */
const eventIn = (heading: string): string =>
  splitWords(heading)
    .flatMap(divide)
    .filter((word) => !noise.has(word) && !/^(?:date|dt|day|on|since|was|home)$/.test(word))
    .join(' ');

export const namesSlaughter = (heading: string): boolean => /\b(?:kill|slaughter|abattoir|butcher)/.test(eventIn(heading));

/** `Kill date`, `Date slaughtered`, but not `Target kill date` or `Abattoir booking`. */
export const isDayOfSlaughter = (heading: string): boolean => /^(?:kill|slaughter)(?:ed|ing)?$/.test(eventIn(heading));

/** `Date archived`, `Was culled`, but not `Cull after`, which is still to come. `Inactive` is divided. */
export const isDayOfRemoval = (heading: string): boolean => /^(?:culled|culling|archived?|in active)$/.test(eventIn(heading));

export const headingKey = (heading: string): string => normalizeText(heading).slice(0, 200).toWellFormed();
