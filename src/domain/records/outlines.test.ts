import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { middleOf, placeLabels } from '../places/outline-labels.ts';
import {
  areaOf,
  distanceTo,
  frameOf,
  inFrame,
  isInside,
  type Outline,
  planSide,
  snapped,
  touched,
  touchedCorner,
  violationOf,
} from './outlines.ts';

const outline = (...corners: readonly (readonly [number, number])[]): Outline => corners.map(([x, y]) => ({ x, y }));
const square = (left: number, top: number, side: number): Outline =>
  outline([left, top], [left + side, top], [left + side, top + side], [left, top + side]);
/** A field around three sides of a yard, whose centre of gravity lies in the yard. */
const horseshoe = outline([0, 0], [1000, 0], [1000, 900], [900, 900], [900, 100], [100, 100], [100, 900], [0, 900]);

describe('an outline', () => {
  test.each<[string, Outline, RegExp | undefined]>([
    ['without corners is none', [], undefined],
    ['of three corners is one', outline([0, 0], [10, 0], [0, 10]), undefined],
    ['may be hollow', horseshoe, undefined],
    ['may go round the other way', horseshoe.toReversed(), undefined],
    ['of one corner is none yet', outline([1, 1]), /at least three/],
    ['of two corners is none yet', outline([1, 1], [5, 5]), /at least three/],
    ['of three equal corners', outline([1, 1], [1, 1], [1, 1]), /same point/],
    ['whose last corner is its first', outline([0, 0], [10, 0], [0, 10], [0, 0]), /same point/],
    ['in one line', outline([0, 0], [10, 10], [20, 20], [5, 5]), /one line/],
    ['like a bow tie', outline([0, 0], [10, 10], [10, 0], [0, 10]), /cross/],
    ['that comes back to its own line', outline([0, 0], [10, 0], [10, 10], [5, 0], [0, 10]), /cross/],
    ['that visits a corner twice', outline([0, 0], [10, 0], [5, 5], [10, 10], [0, 10], [5, 5]), /cross/],
  ])('%s', (_, corners, violation) => {
    if (violation === undefined) expect(violationOf(corners)).toBeUndefined();
    else expect(violationOf(corners)).toMatch(violation);
  });

  test('has an area, an inside, and a distance', () => {
    expect(areaOf(square(100, 100, 50))).toBe(2500);
    expect(isInside(horseshoe, { x: 50, y: 500 })).toBe(true);
    expect(isInside(horseshoe, { x: 500, y: 500 })).toBe(false);
    expect(isInside(horseshoe, { x: 1000, y: 450 })).toBe(true);
    expect(distanceTo(square(0, 0, 100), { x: 50, y: 130 })).toBe(30);
    expect(distanceTo(square(0, 0, 100), { x: 103, y: 104 })).toBe(5);
  });
});

describe('a touch', () => {
  const field = { id: 'field', outline: square(0, 0, 1000) };
  const pen = { id: 'pen', outline: square(400, 400, 60) };
  const far = { id: 'far', outline: square(2000, 0, 100) };
  const places = [field, pen, far, { id: 'not drawn', outline: [] }];
  test.each([
    ['in a field means the field', { x: 100, y: 100 }, 'field'],
    ['in a pen inside it means the pen', { x: 430, y: 430 }, 'pen'],
    ['beside a small place means it', { x: 2150, y: 50 }, 'far'],
    ['between two means the nearer', { x: 1030, y: 50 }, 'field'],
    ['far from all means none', { x: 1500, y: 1500 }, undefined],
  ])('%s', (_, point, id) => {
    expect(touched(places, point, 60)?.id).toBe(id);
  });

  test('takes the nearest corner within reach', () => {
    expect(touchedCorner(square(0, 0, 100), { x: 95, y: 8 }, 20)).toBe(1);
    expect(touchedCorner(square(0, 0, 100), { x: 50, y: 50 }, 20)).toBeUndefined();
  });

  test('puts a corner on the corner of a neighbour that is near', () => {
    expect(snapped({ x: 1004, y: 3 }, [field.outline], 20)).toEqual({ x: 1000, y: 0 });
    expect(snapped({ x: 1104, y: 3 }, [field.outline], 20)).toEqual({ x: 1104, y: 3 });
  });
});

describe('the plan', () => {
  test('is square without a picture, and has the proportions of its picture', () => {
    expect(frameOf(undefined, [])).toEqual({ width: planSide, height: planSide });
    expect(frameOf({ width: 1600, height: 1200 }, [])).toEqual({ width: planSide, height: 7500 });
    expect(frameOf({ width: 300, height: 900 }, [])).toEqual({ width: 3333, height: planSide });
  });

  test('shows outlines that were drawn on a picture of other proportions', () => {
    expect(frameOf({ width: 1600, height: 1200 }, [square(0, 8000, 1000)])).toEqual({ width: planSide, height: 9000 });
  });

  test('keeps corners on it, in whole numbers', () => {
    expect(inFrame({ x: -3.2, y: 8000.4 }, { width: planSide, height: 7500 })).toEqual({ x: 0, y: 7500 });
    expect(inFrame({ x: 12.6, y: 3 }, { width: planSide, height: 7500 })).toEqual({ x: 13, y: 3 });
  });
});

const point = fc.record({ x: fc.integer({ min: 0, max: planSide }), y: fc.integer({ min: 0, max: planSide }) });
const drawn = fc.array(point, { minLength: 3, maxLength: 8 }).filter((corners) => violationOf(corners) === undefined);

describe('the label of an outline', () => {
  const sizes = [
    { width: 300, height: 120 },
    { width: 80, height: 40 },
  ];
  const boxOf = (label: { x: number; y: number; size: number } | undefined) => {
    const { width = 0, height = 0 } = sizes[label?.size ?? 0] ?? {};
    const [x, y] = [label?.x ?? 0, label?.y ?? 0];
    return square(0, 0, 1).map((corner) => ({ x: x + (corner.x - 0.5) * width, y: y + (corner.y - 0.5) * height }));
  };

  test('lies wholly inside it, also of a hollow one', () => {
    const label = placeLabels([{ id: 'a', outline: horseshoe, sizes }]).get('a');
    expect(label?.size).toBe(1);
    expect(boxOf(label).every((corner) => isInside(horseshoe, corner))).toBe(true);
    expect(isInside(horseshoe, middleOf(horseshoe))).toBe(true);
  });

  test('is the fullest that has room, and none where none has', () => {
    const placed = placeLabels([
      { id: 'large', outline: square(0, 0, 1000), sizes },
      { id: 'small', outline: square(2000, 0, 90), sizes },
      { id: 'tiny', outline: square(3000, 0, 30), sizes },
    ]);
    expect([...placed].map(([id, { size }]) => [id, size])).toEqual(
      expect.arrayContaining([
        ['large', 0],
        ['small', 1],
      ]),
    );
    expect(placed.has('tiny')).toBe(false);
  });

  test('is left out around dozens of others, since finding room among hundreds would take long', () => {
    const nested = Array.from({ length: 500 }, (_, index) => ({
      id: String(index),
      outline: square(index * 10, index * 10, 10_000 - index * 20),
      sizes: [{ width: 5, height: 5 }],
    }));
    const placed = placeLabels(nested);
    expect(placed.has('490')).toBe(true);
    expect(placed.size).toBeLessThanOrEqual(31);
  });

  test('of a field is not written over the pen inside it', () => {
    const pen = square(350, 400, 300);
    const placed = placeLabels([
      { id: 'field', outline: square(0, 0, 1000), sizes },
      { id: 'pen', outline: pen, sizes: [{ width: 200, height: 40 }] },
    ]);
    const box = boxOf(placed.get('field'));
    expect(box.some((corner) => isInside(pen, corner))).toBe(false);
    expect(pen.some((corner) => isInside(box, corner))).toBe(false);
    expect(placed.has('pen')).toBe(true);
  });

  test('lies inside any outline, and so does its middle', () => {
    fc.assert(
      fc.property(drawn, (corners) => {
        const label = placeLabels([{ id: 'a', outline: corners, sizes }]).get('a');
        if (label) expect(boxOf(label).every((corner) => isInside(corners, corner))).toBe(true);
        expect(isInside(corners, middleOf(corners)) || distanceTo(corners, middleOf(corners)) < 1e-6).toBe(true);
      }),
    );
  });

  test('two labels never overlap', () => {
    fc.assert(
      fc.property(fc.array(drawn, { minLength: 2, maxLength: 5 }), (all) => {
        const labels = [...placeLabels(all.map((each, index) => ({ id: String(index), outline: each, sizes }))).values()];
        for (const [index, a] of labels.entries()) {
          for (const b of labels.slice(index + 1)) {
            const [one, other] = [sizes[a.size], sizes[b.size]];
            const apart =
              Math.abs(a.x - b.x) * 2 >= (one?.width ?? 0) + (other?.width ?? 0) ||
              Math.abs(a.y - b.y) * 2 >= (one?.height ?? 0) + (other?.height ?? 0);
            expect(apart).toBe(true);
          }
        }
      }),
    );
  });
});
