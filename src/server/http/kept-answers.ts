import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FarmId } from '#server/db/farm-id.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** An answer that holds as long as the farm's revision does. */
export interface AnswerName {
  readonly farmId: FarmId;
  readonly revision: number;
  readonly url: string;
}

export interface KeptAnswers {
  /** The bytes as they were sent before at this revision, or else as `write` gives them. */
  get(name: AnswerName, encoding: Encoding, write: () => Promise<Buffer>): Promise<Buffer>;
}

/** What a farm's lists were at one revision, by URL and encoding. */
interface FarmAnswers {
  readonly revision: number;
  readonly answers: Map<string, Promise<Buffer>>;
  bytes: number;
}

/**
 * Lists that did not change are read, written and compressed once and then sent from memory: at most `maxBytes` of them, those of
 * the farms that asked last. They are kept under the revision that each request finds in the database; memory is never asked what
 * the revision is. Requests for what is just being written wait for the same bytes.
 */
export function createKeptAnswers(maxBytes = 32 * 1024 * 1024): KeptAnswers {
  const farms = new Map<FarmId, FarmAnswers>();
  let keptBytes = 0;

  /** The farm's answers at this revision; undefined where a newer one is kept already. */
  const answersOf = ({ farmId, revision }: AnswerName): FarmAnswers | undefined => {
    const known = farms.get(farmId);
    if (known && known.revision > revision) return undefined;
    const farm = known?.revision === revision ? known : { revision, answers: new Map<string, Promise<Buffer>>(), bytes: 0 };
    if (known !== farm) drop(farmId);
    // The last in the map is the last to go.
    farms.delete(farmId);
    farms.set(farmId, farm);
    return farm;
  };

  const drop = (farmId: FarmId): void => {
    keptBytes -= farms.get(farmId)?.bytes ?? 0;
    farms.delete(farmId);
  };

  const weigh = (farmId: FarmId, farm: FarmAnswers, bytes: number): void => {
    if (farms.get(farmId) !== farm) return;
    farm.bytes += bytes;
    keptBytes += bytes;
    for (const oldest of farms.keys()) {
      if (keptBytes <= maxBytes) return;
      drop(oldest);
    }
  };

  const get: KeptAnswers['get'] = (name, encoding, write) => {
    const make = () =>
      encoding === 'identity' ? write() : get(name, 'identity', write).then((bytes) => compress[encoding](bytes));
    const farm = answersOf(name);
    if (!farm) return make();
    const key = `${encoding} ${name.url}`;
    const known = farm.answers.get(key);
    if (known) return known;
    const answer = make();
    farm.answers.set(key, answer);
    answer.then(
      ({ byteLength }) => weigh(name.farmId, farm, byteLength),
      // A failure is not kept.
      () => farm.answers.delete(key),
    );
    return answer;
  };
  return { get };
}

export const compress = {
  // Off the event loop. At 4 it takes as long as gzip and is a third smaller; more would take many times as long.
  br: (bytes: Buffer): Promise<Buffer> => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes),
} as const;
const brotli = promisify(brotliCompress);

/** The best of our encodings that the client takes (RFC 9110, 12.5.3). */
export function encodingFor(accepted: string | undefined): Encoding {
  const named = (accepted ?? '').toLowerCase().split(',');
  const takes = (encoding: string): boolean =>
    named.some((part) => {
      const [name = '', ...parameters] = part.split(';');
      return name.trim() === encoding && !parameters.some((parameter) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/.test(parameter));
    });
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
}
