import { areaOf, distanceTo, isInside, linesOf, meet, type Outline, type Point, type Size } from '../records/outlines.ts';

interface Box extends Size {
  /** The middle. */
  readonly x: number;
  readonly y: number;
}

interface Labelled {
  readonly id: string;
  readonly outline: Outline;
  /** The sizes of its possible labels, the fullest first. */
  readonly sizes: readonly Size[];
}

export interface PlacedLabel extends Point {
  /** The index of the size that has room. */
  readonly size: number;
}

/** An outline around more than these has hardly any room left, and finding it would take long. */
const maxInner = 30;

/**
 * Where the labels of outlines are written: each inside its outline and over no other label, and the fullest that has room. A label
 * of a field is not written over the pens inside it. Outlines without room for any label are left out.
 */
export function placeLabels(places: readonly Labelled[]): ReadonlyMap<string, PlacedLabel> {
  // Small outlines have fewer points to choose from.
  const ordered = places.toSorted((a, b) => areaOf(a.outline) - areaOf(b.outline));
  const taken: Box[] = [];
  const found = new Map<string, PlacedLabel>();
  for (const [index, { id, outline, sizes }] of ordered.entries()) {
    const inner = ordered.slice(0, index).flatMap((other) => (reachInto(other.outline, outline) ? [other.outline] : []));
    if (inner.length > maxInner) continue;
    const points = pointsInside(outline, inner);
    const label = sizes.flatMap((size, at) => {
      const best = bestOf(points, size, (box) => fits(box, outline, inner, taken), outline);
      return best ? [{ x: best.x, y: best.y, size: at }] : [];
    })[0];
    const size = label && sizes[label.size];
    if (!label || !size) continue;
    taken.push({ x: label.x, y: label.y, ...size });
    found.set(id, label);
  }
  return found;
}

/** Of the first boxes that fit, the one with the widest margin around it. */
function bestOf(points: readonly Candidate[], size: Size, fit: (box: Box) => boolean, outline: Outline): Box | undefined {
  let best: (Box & { readonly margin: number }) | undefined;
  let found = 0;
  for (const { x, y, room } of points) {
    if (found === compared || room * 2 < Math.min(size.width, size.height)) break;
    const box = { x, y, ...size };
    if (!fit(box)) continue;
    found += 1;
    const margin = Math.min(...cornersOf(box).map((corner) => distanceTo(outline, corner)));
    if (!best || margin > best.margin) best = { ...box, margin };
  }
  return best;
}

/** So many points are tried along each axis. */
const tried = 20;
/** Of the points at which a label has room, so many are compared. */
const compared = 16;

interface Candidate extends Point {
  /** How far it is from any line. */
  readonly room: number;
}

/** Points inside the outline and outside of the inner ones, the farthest from any line first. */
function pointsInside(outline: Outline, inner: readonly Outline[]): readonly Candidate[] {
  const { left, top, width, height } = boundsOf(outline);
  const steps = Array.from({ length: tried }, (_, index) => (index + 0.5) / tried);
  return steps
    .flatMap((down) => steps.map((across) => ({ x: left + across * width, y: top + down * height })))
    .filter((point) => isInside(outline, point) && !inner.some((each) => isInside(each, point)))
    .map((point) => ({ ...point, room: Math.min(...[outline, ...inner].map((each) => distanceTo(each, point))) }))
    .toSorted((a, b) => b.room - a.room);
}

/** A point inside the outline and away from its lines, for what points at it. */
export const middleOf = (outline: Outline): Point => pointsInside(outline, [])[0] ?? middleAcross(outline);

/** For outlines that are narrower than the points that are tried: the middle of the widest part at half of its height. */
function middleAcross(outline: Outline): Point {
  const { top, height } = boundsOf(outline);
  const y = top + height / 2;
  const xs = linesOf(outline)
    .filter(([a, b]) => a.y > y !== b.y > y)
    .map(([a, b]) => a.x + ((y - a.y) * (b.x - a.x)) / (b.y - a.y))
    .toSorted((a, b) => a - b);
  const parts = xs.flatMap((from, index) => (index % 2 === 0 ? [{ from, to: xs[index + 1] ?? from }] : []));
  const widest = parts.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0];
  return { x: widest ? (widest.from + widest.to) / 2 : (outline[0]?.x ?? 0), y };
}

function boundsOf(outline: Outline) {
  const [xs, ys] = [outline.map(({ x }) => x), outline.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

function fits(box: Box, outline: Outline, inner: readonly Outline[], taken: readonly Box[]): boolean {
  if (taken.some((other) => overlap(box, other))) return false;
  const corners = cornersOf(box);
  if (!corners.every((corner) => isInside(outline, corner))) return false;
  const sides = linesOf(corners);
  return ![outline, ...inner].some(
    (each) =>
      each.some((corner) => isInside(corners, corner)) ||
      linesOf(each).some((line) => sides.some((side) => meet(...line, ...side))),
  );
}

/** Whether the rectangles around two outlines overlap. */
function reachInto(one: Outline, other: Outline): boolean {
  const [a, b] = [boundsOf(one), boundsOf(other)];
  return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
}

const overlap = (a: Box, b: Box): boolean =>
  Math.abs(a.x - b.x) * 2 < a.width + b.width && Math.abs(a.y - b.y) * 2 < a.height + b.height;

const cornersOf = ({ x, y, width, height }: Box): Outline => {
  const [left, right, top, bottom] = [x - width / 2, x + width / 2, y - height / 2, y + height / 2];
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
};
