/**
 * Angles of labels around a circle, at least `gap` degrees apart and as near to the wished ones as that allows.
 * The wished angles are in degrees and ascend within one turn.
 */
export function spreadLabels(wished: readonly number[], gap: number): number[] {
  const seam = widestGap(wished);
  const unrolled = wished.map((_, index) => {
    const at = (seam + index) % wished.length;
    return (wished[at] ?? 0) + (at < seam ? 360 : 0);
  });
  const spread = ascending(unrolled.map((angle, index) => angle - index * gap)).map((angle, index) => angle + index * gap);
  return wished.map((_, index) => (spread[(index - seam + wished.length) % wished.length] ?? 0) % 360);
}

/** Index of the angle behind the widest gap. Labels are pushed apart from there, so that they do not meet at its other end. */
function widestGap(angles: readonly number[]): number {
  const gaps = angles.map((angle, index) => angle - (angles[index - 1] ?? (angles.at(-1) ?? 0) - 360));
  return gaps.indexOf(Math.max(...gaps));
}

/** The ascending values that are nearest to the given ones: those out of order are replaced by their mean. */
function ascending(values: readonly number[]): number[] {
  const runs: { mean: number; length: number }[] = [];
  for (const value of values) {
    let run = { mean: value, length: 1 };
    for (let before = runs.at(-1); before && before.mean > run.mean; before = runs.at(-1)) {
      runs.pop();
      const length = before.length + run.length;
      run = { mean: (before.mean * before.length + run.mean * run.length) / length, length };
    }
    runs.push(run);
  }
  return runs.flatMap(({ mean, length }) => Array.from({ length }, () => mean));
}
