import fc from 'fast-check';
import { expect, test } from 'vitest';
import { middleOf, placeLabels } from '../places/outline-labels.ts';
import { areaOf, distanceTo, frameOf, isInside, planSide, snapped, touched, touchedCorner, violationOf } from './outlines.ts';
import type { Outline } from './outlines.ts';

const outline = (...corners: readonly (readonly [number, number])[]): Outline => corners.map(([x, y]) => ({ x, y }));
const square = (left: number, top: number, side: number): Outline =>
  outline([left, top], [left + side, top], [left + side, top + side], [left, top + side]);
/** A field around three sides of a yard, whose centre of gravity lies in the yard. */
const horseshoe = outline([0, 0], [1000, 0], [1000, 900], [900, 900], [900, 100], [100, 100], [100, 900], [0, 900]);

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
])('an outline %s', (_, corners, violation) => {
  expect(violationOf(corners) ?? '').toMatch(violation ?? /^$/);
});

test('an outline has an area, an inside, and a distance', () => {
  expect(areaOf(square(100, 100, 50))).toBe(2500);
  expect([50, 1000, 500].map((x) => isInside(horseshoe, { x, y: 450 }))).toEqual([true, true, false]);
  expect(distanceTo(square(0, 0, 100), { x: 50, y: 130 })).toBe(30);
  expect(distanceTo(square(0, 0, 100), { x: 103, y: 104 })).toBe(5);
});

const field = { id: 'field', outline: square(0, 0, 1000) };
const pen = { id: 'pen', outline: square(400, 400, 60) };
const places = [field, pen, { id: 'far', outline: square(2000, 0, 100) }, { id: 'not drawn', outline: [] }];
test.each([
  ['in a field means the field', { x: 100, y: 100 }, 'field'],
  ['in a pen inside it means the pen', { x: 430, y: 430 }, 'pen'],
  ['beside a small place means it', { x: 2150, y: 50 }, 'far'],
  ['between two means the nearer', { x: 1030, y: 50 }, 'field'],
  ['far from all means none', { x: 1500, y: 1500 }, undefined],
])('a touch %s', (_, point, id) => {
  expect(touched(places, point, 60)?.id).toBe(id);
});

test('a touch takes the nearest corner within reach', () => {
  expect(touchedCorner(square(0, 0, 100), { x: 95, y: 8 }, 20)).toBe(1);
  expect(touchedCorner(square(0, 0, 100), { x: 50, y: 50 }, 20)).toBeUndefined();
});

test('a touch puts a corner on the corner of a neighbour that is near', () => {
  expect(snapped({ x: 1004, y: 3 }, [field.outline], 20)).toEqual({ x: 1000, y: 0 });
  expect(snapped({ x: 1104, y: 3 }, [field.outline], 20)).toEqual({ x: 1104, y: 3 });
});

test('the plan is square without a picture, and has the proportions of its picture', () => {
  expect(frameOf(undefined, [])).toEqual({ width: planSide, height: planSide });
  expect(frameOf({ width: 1600, height: 1200 }, [])).toEqual({ width: planSide, height: 7500 });
  expect(frameOf({ width: 300, height: 900 }, [])).toEqual({ width: 3333, height: planSide });
  // An outline may have been drawn on a picture of other proportions.
  expect(frameOf({ width: 1600, height: 1200 }, [square(0, 8000, 1000)])).toEqual({ width: planSide, height: 9000 });
});

const point = fc.record({ x: fc.integer({ min: 0, max: planSide }), y: fc.integer({ min: 0, max: planSide }) });
const drawn = fc.array(point, { minLength: 3, maxLength: 8 }).filter((corners) => violationOf(corners) === undefined);

const sizes = [
  { width: 300, height: 120 },
  { width: 80, height: 40 },
];
const boxOf = (label: { x: number; y: number; size: number } | undefined) => {
  const { width = 0, height = 0 } = sizes[label?.size ?? 0] ?? {};
  const [x, y] = [label?.x ?? 0, label?.y ?? 0];
  return square(0, 0, 1).map((corner) => ({ x: x + (corner.x - 0.5) * width, y: y + (corner.y - 0.5) * height }));
};

test('the label of an outline is the fullest that has room, and none where none has', () => {
  const placed = placeLabels([
    { id: 'large', outline: square(0, 0, 1000), sizes },
    { id: 'small', outline: square(2000, 0, 90), sizes },
    { id: 'tiny', outline: square(3000, 0, 30), sizes },
  ]);
  expect(Object.fromEntries([...placed].map(([id, { size }]) => [id, size]))).toEqual({ large: 0, small: 1 });
});

test('the label of an outline lies inside its outline, also of a hollow one, as its middle does, and two labels never overlap', () => {
  const isApart = (one: ReturnType<typeof boxOf>, other: ReturnType<typeof boxOf>) =>
    (['x', 'y'] as const).some((axis) => one[0]![axis] > other[2]![axis] - 1e-6 || other[0]![axis] > one[2]![axis] - 1e-6);
  fc.assert(
    fc.property(fc.array(drawn, { minLength: 1, maxLength: 5 }), (all) => {
      const outlines = [...all, horseshoe];
      const labels = placeLabels(outlines.map((each, index) => ({ id: String(index), outline: each, sizes })));
      const boxes = [...labels.values()].map(boxOf);
      for (const [index, box] of boxes.entries())
        expect(boxes.slice(index + 1).filter((other) => !isApart(box, other))).toEqual([]);
      for (const [index, corners] of outlines.entries()) {
        const [label, middle] = [labels.get(String(index)), middleOf(corners)];
        if (label) expect(boxOf(label).every((corner) => isInside(corners, corner))).toBe(true);
        expect(isInside(corners, middle) || distanceTo(corners, middle) < 1e-6).toBe(true);
      }
    }),
  );
  expect(placeLabels([{ id: 'a', outline: horseshoe, sizes }]).get('a')?.size).toBe(1);
});
