import { placeLabels, type PlacedLabel } from '#domain/places/outline-labels.ts';
import type { Outline } from '#domain/records/outlines.ts';
import { codePointLength, truncateText } from '#domain/values/text-length.ts';
import type { Scaled } from './plan-surface.tsx';

export interface LabelledPlace {
  readonly id: string;
  readonly name: string;
  readonly outline: Outline;
  /** What is said of it below its name. */
  readonly facts: readonly string[];
}

export interface PlanLabel {
  readonly x: number;
  readonly y: number;
  /** The first of them are the name. */
  readonly lines: readonly string[];
  readonly nameLines: number;
  /** Whether everything is written that is known. */
  readonly isFull: boolean;
}

type Variant = Pick<PlanLabel, 'lines' | 'nameLines' | 'isFull'>;

const longestLine = 24;
const padding = 8;

/** The labels of places on a plan of this size: as much of each as has room in its outline. */
export function labelsOf(places: readonly LabelledPlace[], { scale }: Scaled, font: PlanFont): ReadonlyMap<string, PlanLabel> {
  const variants = new Map(places.map((place) => [place.id, variantsOf(place)]));
  const sizeOf = ({ lines, nameLines }: Variant) => ({
    width: Math.max(...lines.map((line, index) => font.widthOf(line, index < nameLines))) + padding,
    height: lines.length * font.lineHeight + padding / 2,
  });
  const placed = placeLabels(
    places.map(({ id, outline }) => ({
      id,
      outline: outline.map(({ x, y }) => ({ x: x * scale, y: y * scale })),
      sizes: (variants.get(id) ?? []).map(sizeOf),
    })),
  );
  const labelOf = ([id, { x, y, size }]: readonly [string, PlacedLabel]) => {
    const variant = variants.get(id)?.[size];
    return variant ? [[id, { x, y, ...variant }] as const] : [];
  };
  return new Map([...placed].flatMap(labelOf));
}

/** From all that is known down to the beginning of the name. */
function variantsOf({ name, facts }: LabelledPlace): readonly Variant[] {
  const variant = (lines: readonly string[], some: readonly string[]): Variant => ({
    lines: [...lines, ...some],
    nameLines: lines.length,
    isFull: lines.join(' ') === name && some.length === facts.length,
  });
  const names = [[shortened(name, longestLine)], wrapped(name)];
  return [
    ...[facts, facts.slice(0, 1)].flatMap((some) => names.map((lines) => variant(lines, some))),
    ...[...names, ...narrowLines.flatMap((length) => narrow(name, length)), [shortened(name, 9)], [shortened(name, 6)]].map(
      (lines) => variant(lines, []),
    ),
  ];
}

const maxLines = 5;
/** The lengths of lines in outlines that are narrow on a phone; with 0, each word has a line of its own. */
const narrowLines = [11, 0];

/** Nothing for a name that would need too many lines. */
function narrow(name: string, longest: number): readonly (readonly string[])[] {
  const lines: string[] = [];
  for (const word of name.split(' ')) {
    const longer = [...lines.slice(-1), word].join(' ');
    if (lines.length > 0 && codePointLength(longer) <= longest) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.length <= maxLines ? [lines] : [];
}

const shortened = (text: string, length: number): string =>
  codePointLength(text) <= length ? text : `${truncateText(text, length - 1).trimEnd()}…`;

/** On two lines of about the same length. */
function wrapped(name: string): readonly string[] {
  const words = shortened(name, 2 * longestLine).split(' ');
  const ways = words.map((_, index) => [words.slice(0, index).join(' '), words.slice(index).join(' ')]);
  const longest = (lines: readonly string[]) => Math.max(...lines.map(({ length }) => length));
  const best = ways.toSorted((a, b) => longest(a) - longest(b))[0] ?? [name];
  return best.filter((line) => line !== '').map((line) => shortened(line, longestLine));
}

export interface PlanFont {
  readonly size: number;
  readonly lineHeight: number;
  readonly widthOf: (text: string, isName: boolean) => number;
}

/** The font of the labels as the browser draws it, at the size of letters that the person has chosen. */
export function planFont(): PlanFont {
  const size = (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) * 0.875;
  const context = document.createElement('canvas').getContext('2d');
  const family = getComputedStyle(document.body).fontFamily || 'sans-serif';
  const widths = new Map<string, number>();
  const widthOf = (text: string, isName: boolean): number => {
    const key = `${isName} ${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    if (context) context.font = `${isName ? 500 : 400} ${size}px ${family}`;
    const width = context?.measureText(text).width ?? text.length * size * 0.55;
    widths.set(key, width);
    return width;
  };
  return { size, lineHeight: size * 1.3, widthOf };
}
