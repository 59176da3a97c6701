import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

const accessKeyId = 'test-key';
const secretAccessKey = 'test-secret/+';
const region = 'eu-test-1';
const bucket = 'farm-pictures';

export type S3Fault =
  | { readonly kind: 'hanging' | 'resetting' | 'silent half way' }
  | { readonly kind: 'failing'; readonly status: number };

/**
 * The part of S3 that the product uses, in memory. It checks the signature of every request (AWS Signature Version 4) and stores
 * only complete objects.
 */
export class S3Server {
  readonly objects = new Map<string, Buffer>();
  fault: S3Fault | undefined;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response).catch(() => request.destroy()));
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  static async start(): Promise<S3Server> {
    const store = new S3Server();
    await new Promise<void>((resolve) => store.#server.listen(0, '127.0.0.1', resolve));
    return store;
  }

  get env(): Record<string, string> {
    return {
      S3_URL: `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${bucket}`,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_REGION: region,
    };
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { fault } = this;
    if (fault?.kind === 'hanging') return;
    if (fault?.kind === 'resetting') return void request.socket.resetAndDestroy();
    if (fault?.kind === 'failing') return refuse(response, fault.status, 'InternalError');

    const body = await buffer(request);
    const invalidSignature = signatureError(request, body);
    if (invalidSignature) return refuse(response, 403, invalidSignature);
    this.#serve(request, body, response);
  }

  #serve(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [, name, ...rest] = decodeURIComponent(url.pathname).split('/');
    const key = rest.join('/');
    if (name !== bucket) return refuse(response, 404, 'NoSuchBucket');
    if (request.method === 'GET') return key === '' ? this.#list(url, response) : this.#give(key, response);
    if (request.method === 'PUT') return this.#take(key, request.headers['x-amz-checksum-sha256'], body, response);
    if (request.method === 'DELETE') this.objects.delete(key);
    const stored = this.objects.get(key);
    response.writeHead(stored ? 200 : request.method === 'DELETE' ? 204 : 404, stored && { 'content-length': stored.length });
    response.end();
  }

  #take(key: string, checksum: unknown, body: Buffer, response: ServerResponse): void {
    const isWhole = checksum === undefined || checksum === createHash('sha256').update(body).digest('base64');
    if (!isWhole) return refuse(response, 400, 'BadDigest');
    this.objects.set(key, body);
    response.end();
  }

  #give(key: string, response: ServerResponse): void {
    const stored = this.objects.get(key);
    if (!stored) return refuse(response, 404, 'NoSuchKey');
    response.writeHead(200, { 'content-length': stored.length });
    if (this.fault?.kind === 'silent half way') response.write(stored.subarray(0, stored.length / 2));
    else response.end(stored);
  }

  /** Two objects per page, so that a client has to read several pages. */
  #list({ searchParams }: URL, response: ServerResponse): void {
    const after = searchParams.get('continuation-token') ?? '';
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(searchParams.get('prefix') ?? '') && key > after);
    const page = keys.toSorted().slice(0, 2);
    const sizeAndDay = (key: string) =>
      `<Size>${this.objects.get(key)?.length}</Size><LastModified>2026-01-02T03:04:05.000Z</LastModified>`;
    const contents = page.map((key) => `<Contents><Key>${key}</Key>${sizeAndDay(key)}</Contents>`);
    const next = keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    sendXml(response, 200, `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`);
  }
}

const sendXml = (response: ServerResponse, status: number, xml: string): void =>
  void response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${xml}`);

const refuse = (response: ServerResponse, status: number, code: string): void =>
  sendXml(response, status, `<Error><Code>${code}</Code><Message>refused</Message></Error>`);

const hash = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, content: string): Buffer => createHmac('sha256', key).update(content).digest();

function signatureError(request: IncomingMessage, body: Buffer): string | undefined {
  const { headers } = request;
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([\da-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!given) return 'AccessDenied';
  const [, key, day = '', where = '', signedHeaders = '', signature] = given;
  if (key !== accessKeyId) return 'InvalidAccessKeyId';
  const moment = String(headers['x-amz-date']);
  const bodyHash = String(headers['x-amz-content-sha256']);
  if (bodyHash !== 'UNSIGNED-PAYLOAD' && bodyHash !== hash(body)) return 'XAmzContentSHA256Mismatch';
  if (!moment.startsWith(day) || !signedHeaders.split(';').includes('host') || where !== region) return 'AccessDenied';

  const scope = `${day}/${where}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', moment, scope, hash(canonicalRequest(request, signedHeaders, bodyHash))].join('\n');
  const signingKey = [day, where, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  return hmac(signingKey, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

function canonicalRequest({ method, url = '', headers }: IncomingMessage, signedHeaders: string, bodyHash: string): string {
  const [path, query = ''] = url.split('?');
  const pairs = query.split('&').filter((pair) => pair !== '');
  const sorted = pairs.map((pair) => (pair.includes('=') ? pair : `${pair}=`)).toSorted();
  const lines = signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim()}`);
  return [method, path, sorted.join('&'), ...lines, '', signedHeaders, bodyHash].join('\n');
}
