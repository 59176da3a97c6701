/** The longer side of the farm's plan. Corners are whole numbers in this unit, so they do not depend on the size of a screen. */
export const planSide = 10_000;

export const minCorners = 3;
export const maxCorners = 40;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The corners of a place, one after the other; none if it is not on the plan. */
export type Outline = readonly Point[];

const isSame = (a: Point, b: Point): boolean => a.x === b.x && a.y === b.y;

/** From each corner to the next, and from the last one to the first. */
export const linesOf = (outline: Outline): readonly (readonly [Point, Point])[] =>
  outline.map((corner, index) => [corner, outline[(index + 1) % outline.length] ?? corner]);

/** Twice the area of the triangle, negative if its corners are clockwise. */
const turn = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

export const areaOf = (outline: Outline): number =>
  Math.abs(linesOf(outline).reduce((sum, [a, b]) => sum + a.x * b.y - b.x * a.y, 0)) / 2;

const isBetween = (point: Point, a: Point, b: Point): boolean =>
  Math.min(a.x, b.x) <= point.x &&
  point.x <= Math.max(a.x, b.x) &&
  Math.min(a.y, b.y) <= point.y &&
  point.y <= Math.max(a.y, b.y);

/** Whether two lines cross or touch. */
export function meet(a: Point, b: Point, c: Point, d: Point): boolean {
  const [ofC, ofD, ofA, ofB] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (ofC * ofD < 0 && ofA * ofB < 0) return true;
  return (
    (ofC === 0 && isBetween(c, a, b)) ||
    (ofD === 0 && isBetween(d, a, b)) ||
    (ofA === 0 && isBetween(a, c, d)) ||
    (ofB === 0 && isBetween(b, c, d))
  );
}

/** Whether any lines cross that do not follow each other. */
function crosses(outline: Outline): boolean {
  const lines = linesOf(outline);
  return lines.some(([a, b], index) =>
    lines.slice(index + 2).some(([c, d], after) => {
      const areNeighbours = index === 0 && index + 2 + after === lines.length - 1;
      return !areNeighbours && meet(a, b, c, d);
    }),
  );
}

const isOneLine = ([a, b, ...others]: Outline): boolean =>
  a !== undefined && b !== undefined && others.every((corner) => turn(a, b, corner) === 0);

/** What is wrong with an outline that has corners. */
export function violationOf(outline: Outline): string | undefined {
  if (outline.length === 0) return undefined;
  if (outline.length < minCorners) return 'An outline has at least three corners';
  if (linesOf(outline).some(([a, b]) => isSame(a, b))) return 'Two corners are at the same point. Remove one of them.';
  if (isOneLine(outline)) return 'All corners are in one line, so nothing lies between them';
  if (crosses(outline)) return 'Lines of the outline cross. Put the corners in the order in which you would walk around it.';
  return undefined;
}

/** Points on the outline count as inside. */
export function isInside(outline: Outline, point: Point): boolean {
  let inside = false;
  let a = outline.at(-1);
  // Called for very many points, so it makes no arrays.
  for (const b of outline) {
    if (!a) break;
    if (isBetween(point, a, b) && turn(a, b, point) === 0) return true;
    if (a.y > point.y !== b.y > point.y && point.x < ((b.x - a.x) * (point.y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
    a = b;
  }
  return inside;
}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function distanceToLine(point: Point, a: Point, b: Point): number {
  const squared = (b.x - a.x) ** 2 + (b.y - a.y) ** 2;
  const along = squared === 0 ? 0 : ((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)) / squared;
  const share = Math.min(1, Math.max(0, along));
  return distance(point, { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) });
}

/** How far a point is from the lines of an outline. */
export function distanceTo(outline: Outline, point: Point): number {
  let least = Infinity;
  let a = outline.at(-1);
  for (const b of outline) {
    if (!a) break;
    least = Math.min(least, distanceToLine(point, a, b));
    a = b;
  }
  return least;
}

/**
 * Which outline a touch means: the smallest one around the point, so that a pen inside a field can be touched, or else the nearest
 * within `reach`, so that a small pen can be touched with a finger.
 */
export function touched<P extends { readonly outline: Outline }>(
  places: readonly P[],
  point: Point,
  reach: number,
): P | undefined {
  const [around] = places
    .filter(({ outline }) => outline.length > 0 && isInside(outline, point))
    .toSorted((a, b) => areaOf(a.outline) - areaOf(b.outline));
  if (around) return around;
  const near = places
    .filter(({ outline }) => outline.length > 0)
    .map((place) => ({ place, away: distanceTo(place.outline, point) }))
    .filter(({ away }) => away <= reach)
    .toSorted((a, b) => a.away - b.away);
  return near[0]?.place;
}

/** The index of the corner that a touch means. */
export function touchedCorner(outline: Outline, point: Point, reach: number): number | undefined {
  const [nearest] = outline
    .map((corner, index) => ({ index, away: distance(corner, point) }))
    .filter(({ away }) => away <= reach)
    .toSorted((a, b) => a.away - b.away);
  return nearest?.index;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A picture on the plan: its longer side is that of the plan. */
export const onPlan = ({ width, height }: Size): Size => {
  const scale = planSide / Math.max(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
};

/** What is shown of the plan: the picture, or else a square, and outlines that were drawn beyond it on an earlier picture. */
export function frameOf(picture: Size | undefined, outlines: readonly Outline[]): Size {
  const { width, height } = picture ? onPlan(picture) : { width: planSide, height: planSide };
  const corners = outlines.flat();
  return {
    width: Math.max(width, ...corners.map(({ x }) => x)),
    height: Math.max(height, ...corners.map(({ y }) => y)),
  };
}

const within = (value: number, most: number): number => Math.min(most, Math.max(0, Math.round(value)));

/** The nearest point inside the frame, in whole numbers. */
export const inFrame = ({ x, y }: Point, { width, height }: Size): Point => ({ x: within(x, width), y: within(y, height) });

/** The nearest corner of other outlines within `reach`, so that neighbours share a fence, or else the point itself. */
export const snapped = (point: Point, others: readonly Outline[], reach: number): Point => {
  const corners = others.flat();
  const index = touchedCorner(corners, point, reach);
  return (index === undefined ? undefined : corners[index]) ?? point;
};
