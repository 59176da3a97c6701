import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boxAround, distanceKm, parseCoordinates, roundPlace } from './distance.ts';

const place = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

test('distances are those of the great circle', () => {
  const kansasCity = { latitude: 39.1, longitude: -94.58 };
  expect(distanceKm(kansasCity, { latitude: 38.63, longitude: -90.2 })).toBeCloseTo(382, -1);
  expect(distanceKm(kansasCity, kansasCity)).toBe(0);
  expect(distanceKm({ latitude: 0, longitude: 179.9 }, { latitude: 0, longitude: -179.9 })).toBeCloseTo(22.2, 1);
  expect(distanceKm({ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 })).toBeCloseTo(20_015, 0);
});

test('the box around a place contains every place within the distance, across the date line and at the poles too', () => {
  fc.assert(
    fc.property(place, place, fc.integer({ min: 1, max: 20_000 }), (from, to, km) => {
      fc.pre(distanceKm(from, to) <= km);
      const { south, north, west, east } = boxAround(from, km);
      expect(to.latitude).toBeGreaterThanOrEqual(south);
      expect(to.latitude).toBeLessThanOrEqual(north);
      if (west === undefined || east === undefined) return;
      expect([-360, 0, 360].some((turn) => to.longitude + turn >= west && to.longitude + turn <= east)).toBe(true);
    }),
  );
});

test('a place is rounded to the precision that its farm has chosen', () => {
  const exact = { latitude: 39.099_73, longitude: -94.578_57 };
  expect(roundPlace(exact, 'km1')).toEqual({ latitude: 39.1, longitude: -94.58 });
  expect(roundPlace(exact, 'km10')).toEqual({ latitude: 39.1, longitude: -94.6 });
  expect(roundPlace(exact, 'km100')).toEqual({ latitude: 39, longitude: -95 });
  expect(Object.is(roundPlace({ latitude: -0.01, longitude: 0 }, 'km100').latitude, 0)).toBe(true);
});

test('coordinates are read with a comma, a semicolon or a space between them, and nothing else is', () => {
  const kansasCity = { latitude: 39.1, longitude: -94.58 };
  const read = ['39.1,-94.58', ' 39.1 ; -94.58 ', '-33 151'].map(parseCoordinates);
  expect(read).toEqual([kansasCity, kansasCity, { latitude: -33, longitude: 151 }]);
  const others = ['91,0', '0,181', '39.1', 'Kansas City', '1e1,2', ''];
  expect(others.filter((typed) => parseCoordinates(typed) !== undefined)).toEqual([]);
});
