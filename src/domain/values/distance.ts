/** In degrees. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** The mean radius of the earth. */
export const earthRadiusKm = 6371.0088;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The great-circle distance (haversine formula). */
export function distanceKm(from: Coordinates, to: Coordinates): number {
  const [low, high] = [radians(from.latitude), radians(to.latitude)];
  const a =
    Math.sin((high - low) / 2) ** 2 + Math.cos(low) * Math.cos(high) * Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(Math.min(1, a)));
}

export interface Box {
  readonly south: number;
  readonly north: number;
  /** May be beyond ±180 degrees; undefined: all longitudes, as at a pole. */
  readonly west: number | undefined;
  readonly east: number | undefined;
}

/** A box that contains every place within the distance, with a small margin. */
export function boxAround({ latitude, longitude }: Coordinates, km: number): Box {
  const angle = (km / earthRadiusKm) * 1.0001 + 1e-9;
  const degrees = (angle * 180) / Math.PI;
  const [south, north] = [latitude - degrees, latitude + degrees];
  const isAtPole = south <= -90 || north >= 90 || angle >= Math.PI / 2;
  const sideways = isAtPole ? undefined : (Math.asin(Math.sin(angle) / Math.cos(radians(latitude))) * 180) / Math.PI;
  return {
    south,
    north,
    west: sideways === undefined ? undefined : longitude - sideways,
    east: sideways === undefined ? undefined : longitude + sideways,
  };
}

/** How precisely a farm shows its location, with the decimals to which its coordinates are rounded before they are stored. */
export const placePrecisions = {
  km1: { label: 'Within about 1 km', decimals: 2 },
  km10: { label: 'Within about 10 km', decimals: 1 },
  km100: { label: 'Within about 100 km', decimals: 0 },
} as const;
export type PlacePrecision = keyof typeof placePrecisions;
export const placePrecisionList = Object.keys(placePrecisions) as [PlacePrecision, ...PlacePrecision[]];

export function roundPlace({ latitude, longitude }: Coordinates, precision: PlacePrecision): Coordinates {
  const { decimals } = placePrecisions[precision];
  // Adding zero makes 0 of -0.
  const round = (degrees: number): number => Number(degrees.toFixed(decimals)) + 0;
  return { latitude: round(latitude), longitude: round(longitude) };
}

/** Reads degrees such as '39.1, -94.58'. Returns undefined if they cannot be read. */
export function parseCoordinates(text: string): Coordinates | undefined {
  const [, north, east] =
    /^([+-]?\d{1,2}(?:\.\d{1,15})?)(?:\s*[,;]\s*|\s+)([+-]?\d{1,3}(?:\.\d{1,15})?)$/.exec(text.trim()) ?? [];
  const [latitude, longitude] = [Number(north), Number(east)];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}
