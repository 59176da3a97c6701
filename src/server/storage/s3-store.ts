import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { GetObjectCommandOutput, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { S3Address } from '#server/config.ts';
import { checkName, type FileStore } from './file-store.ts';

/** The bucket cannot be used right now; the message tells the operator why. */
export class StoreUnavailable extends Error {
  readonly code = 'STORE_UNAVAILABLE';
}

/** Timeout of a response and of each of its chunks; uploads get a second more per megabyte. */
const defaultTimeoutMs = 10_000;

/** S3 or a compatible store; every name begins with `prefix`. The client is loaded on first use. */
export function openS3(address: S3Address, prefix: string, timeoutMs = defaultTimeoutMs): FileStore {
  const connect = once(() => open(address));
  const at = (name: string) => ({ Bucket: address.bucket, Key: prefix + checkName(name) });

  /** The timeout includes the client's own retries. */
  const request = async <T>(work: (s3: S3Connection, abortSignal: AbortSignal) => Promise<T>, ms = timeoutMs): Promise<T> => {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), ms);
    try {
      return await work(await connect(), timeout.signal);
    } catch (error) {
      throw isMissing(error) ? error : unavailable(address, error, timeout.signal.aborted);
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    async put(name, bytes) {
      await request(
        ({ client, aws }, abortSignal) => client.send(new aws.PutObjectCommand({ ...at(name), Body: bytes }), { abortSignal }),
        timeoutMs + bytes.length / 1000,
      );
    },
    async putFile(name, path) {
      const { bytes, sha256 } = await measure(path);
      await request(
        ({ client, aws }, abortSignal) =>
          client.send(
            new aws.PutObjectCommand({
              ...at(name),
              Body: createReadStream(path),
              ContentLength: bytes,
              // A stream is not part of the signature, so the store verifies the content by this digest.
              ChecksumSHA256: sha256,
            }),
            { abortSignal },
          ),
        timeoutMs + bytes / 1000,
      );
    },
    async get(name) {
      const found = await orMissing(
        request(({ client, aws }, abortSignal) => client.send(new aws.GetObjectCommand(at(name)), { abortSignal })),
      );
      if (!found) return undefined;
      const { ContentLength: bytes } = found;
      const body = bodyOf(found);
      if (bytes === undefined) {
        body.destroy();
        throw unavailable(address, new Error('it does not say how long the file is'), false);
      }
      return { bytes, content: withReadTimeout(body, timeoutMs, () => unavailable(address, undefined, true)) };
    },
    async has(name) {
      const found = await orMissing(
        request(({ client, aws }, abortSignal) => client.send(new aws.HeadObjectCommand(at(name)), { abortSignal })),
      );
      return found !== undefined;
    },
    async *list(namePrefix = '') {
      let token: string | undefined;
      do {
        const page = await request(({ client, aws }, abortSignal) =>
          client.send(
            new aws.ListObjectsV2Command({ Bucket: address.bucket, Prefix: prefix + namePrefix, ContinuationToken: token }),
            { abortSignal },
          ),
        );
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
          yield { name: Key.slice(prefix.length), bytes: Size, changedAt: LastModified };
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },
    async remove(name) {
      await orMissing(
        request(({ client, aws }, abortSignal) => client.send(new aws.DeleteObjectCommand(at(name)), { abortSignal })),
      );
    },
    // S3 stores nothing of an interrupted upload.
    removeUnfinished: async () => {},
  };
}

interface S3Connection {
  readonly aws: typeof import('@aws-sdk/client-s3');
  readonly client: S3Client;
}

async function open({ endpoint, region, accessKeyId, secretAccessKey }: S3Address): Promise<S3Connection> {
  const aws = await import('@aws-sdk/client-s3');
  const client = new aws.S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 3,
    // Not every store supports the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Pictures are sent as fast as visitors read them; many slow ones must not block the others.
    requestHandler: { connectionTimeout: 3000, httpAgent: { maxSockets: 500 }, httpsAgent: { maxSockets: 500 } },
  });
  return { aws, client };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');

const orMissing = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

function unavailable({ endpoint, bucket }: S3Address, error: unknown, isTooSlow: boolean): StoreUnavailable {
  const reason = isTooSlow ? 'it did not answer in time' : reasonOf(error);
  return new StoreUnavailable(`The bucket ${bucket} at ${endpoint} (S3_URL) cannot be used: ${reason}`, { cause: error });
}

const refusal = 'it refuses S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY or S3_REGION';

/** One line: stores answer wrong keys with pages of details. */
function reasonOf(error: unknown): string {
  const { name, message, $fault, $metadata } = (error ?? {}) as Partial<S3ServiceException>;
  if ($fault && [401, 403].includes($metadata?.httpStatusCode ?? 0)) return `${refusal} (${name})`;
  return [name, message?.split('\n', 1)[0]].filter(Boolean).join(': ');
}

const bodyOf = ({ Body }: GetObjectCommandOutput): Readable => (Body instanceof Readable ? Body : Readable.from([]));

/** Excludes the time that the reader takes. */
function withReadTimeout(body: Readable, ms: number, timeoutError: () => StoreUnavailable): Readable {
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
