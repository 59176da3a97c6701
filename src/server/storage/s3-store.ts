import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import type { S3Address } from '#server/config.ts';
import { checkName, type FileStore } from './file-store.ts';

/** The bucket cannot be used right now; the message says why to whoever reads the log. */
export class StoreAway extends Error {
  readonly code = 'STORE_AWAY';
}

/** Timeout of a response and of each of its chunks; uploads get a second more per megabyte. */
const defaultTimeoutMs = 10_000;
/** What it may say besides the content of a file: a page of a list is the longest, a thousand names with what belongs to them. */
const maxAnswerBytes = 8 * 1024 * 1024;

/** A bucket of Amazon S3 or of a store that speaks its language; every name begins with `prefix`. The client is loaded when it is first used. */
export function openS3(address: S3Address, prefix: string, timeoutMs = defaultTimeoutMs): FileStore {
  const opened = once(() => open(address));
  const at = (name: string) => ({ Bucket: address.bucket, Key: prefix + checkName(name) });

  /** The timeout includes the client's own retries. */
  const ask = async <T>(work: (s3: Opened, abortSignal: AbortSignal) => Promise<T>, ms = timeoutMs): Promise<T> => {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), ms);
    try {
      return await work(await opened(), timeout.signal);
    } catch (error) {
      throw isMissing(error) ? error : away(address, error, timeout.signal.aborted);
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    async put(name, bytes) {
      await ask(
        ({ client, aws }, abortSignal) => client.send(new aws.PutObjectCommand({ ...at(name), Body: bytes }), { abortSignal }),
        timeoutMs + bytes.length / 1000,
      );
    },
    async putFile(name, path) {
      const { bytes, sha256 } = await measure(path);
      await ask(
        ({ client, aws }, abortSignal) =>
          client.send(
            new aws.PutObjectCommand({
              ...at(name),
              Body: createReadStream(path),
              ContentLength: bytes,
              // A stream is not part of the signature: the store compares what came with this.
              ChecksumSHA256: sha256,
            }),
            { abortSignal },
          ),
        timeoutMs + bytes / 1000,
      );
    },
    async get(name) {
      const found = await orMissing(
        ask(({ client, aws }, abortSignal) => client.send(new aws.GetObjectCommand(at(name)), { abortSignal })),
      );
      if (!found) return undefined;
      const { ContentLength: bytes } = found;
      const body = bodyOf(found);
      if (bytes === undefined) {
        body.destroy();
        throw away(address, new Error('it does not say how long the file is'), false);
      }
      return { bytes, content: withReadTimeout(body, timeoutMs, () => away(address, undefined, true)) };
    },
    async has(name) {
      const found = await orMissing(
        ask(({ client, aws }, abortSignal) => client.send(new aws.HeadObjectCommand(at(name)), { abortSignal })),
      );
      return found !== undefined;
    },
    async *list(begin = '') {
      let token: string | undefined;
      do {
        const page = await ask(({ client, aws }, abortSignal) =>
          client.send(
            new aws.ListObjectsV2Command({ Bucket: address.bucket, Prefix: prefix + begin, ContinuationToken: token }),
            { abortSignal },
          ),
        );
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
          yield { name: Key.slice(prefix.length), bytes: Size, changedAt: LastModified };
        }
        // It would go round in circles.
        if (token !== undefined && token === page.NextContinuationToken) {
          throw away(address, new Error('its list does not go on'), false);
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },
    async remove(name) {
      await orMissing(ask(({ client, aws }, abortSignal) => client.send(new aws.DeleteObjectCommand(at(name)), { abortSignal })));
    },
    // What was cut off has no name there.
    removeUnfinished: async () => {},
  };
}

interface Opened {
  readonly aws: typeof import('@aws-sdk/client-s3');
  readonly client: S3Client;
}

async function open({ endpoint, region, accessKeyId, secretAccessKey }: S3Address): Promise<Opened> {
  const aws = await import('@aws-sdk/client-s3');
  const client = new aws.S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 3,
    // Not every store knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A picture is sent on as fast as the visitor takes it: many slow ones must not keep all others waiting.
    requestHandler: { connectionTimeout: 3000, httpAgent: { maxSockets: 500 }, httpsAgent: { maxSockets: 500 } },
  });
  // The client gathers all of an answer before it looks at it.
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (request) => {
        const answer = await next(request);
        const response = answer.response as { statusCode?: number; body?: unknown };
        const isFile = commandName === 'GetObjectCommand' && response.statusCode === 200;
        if (!isFile && response.body instanceof Readable) response.body = Readable.from(limited(response.body));
        return answer;
      },
    { step: 'deserialize', priority: 'low' },
  );
  return { aws, client };
}

async function* limited(body: Readable): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) throw new Error('its answer is too long');
    yield chunk;
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** A bucket that does not exist is no missing file. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');

const orMissing = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

function away({ endpoint, bucket }: S3Address, error: unknown, isTooSlow: boolean): StoreAway {
  const { name = '', message = '' } = (error ?? {}) as Partial<Error>;
  const reason = isTooSlow ? 'it did not answer in time' : [name, message].filter(Boolean).join(': ');
  return new StoreAway(`The bucket ${bucket} at ${endpoint} (S3_URL) cannot be used: ${reason}`, { cause: error });
}

const bodyOf = ({ Body }: GetObjectCommandOutput): Readable => (Body instanceof Readable ? Body : Readable.from([]));

/** Fails when the store sends nothing for `ms`; the time the reader takes does not count. */
function withReadTimeout(body: Readable, ms: number, timeoutError: () => StoreAway): Readable {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  // The reader gets the error from the iterator; without a listener the event would end the process.
  body.on('error', () => {});
  const content = Readable.from(
    (async function* () {
      for (;;) {
        const timer = setTimeout(() => body.destroy(timeoutError()), ms);
        const { done, value } = await chunks.next().finally(() => clearTimeout(timer));
        if (done) return;
        yield value;
      }
    })(),
    { objectMode: false },
  );
  // Releases the connection, even if nothing was read.
  return content.once('close', () => body.destroy());
}

async function measure(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(createReadStream(path), async function (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  });
  return { bytes, sha256: hash.digest('base64') };
}
