import type { Api } from '#contract/index.ts';
import type { Reply } from '#contract/route.ts';
import { ApiError, isSessionExpired, NetworkError, errorMessage } from './api.ts';
import { requestTimeoutMs, watchStall } from './request-timeout.ts';
import { shrinkPicture } from '../device/shrink-picture.ts';

const answerTimeoutMs = 120_000;

interface UploadOptions {
  readonly onProgress?: (percent: number) => void;
  readonly signal?: AbortSignal;
  readonly answerTimeoutMs?: number;
}

/** An error reads 'Upload failed: {status}', and its `cause` is the ApiError with the server's sentence. */
export const uploadImage = async (file: File, options: UploadOptions = {}): Promise<Reply<Api['uploadImage']>> =>
  sendPicture(await shrinkPicture(file), options);

export function uploadSentence(error: Error, fallback: string): string {
  if (isSessionExpired(error)) return errorMessage(error, fallback);
  if (!(error.cause instanceof ApiError)) return fallback;
  const reason = error.cause.userMessage;
  return reason ? `${error.message}. ${reason}` : error.message;
}

export const isUploadRejected = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof ApiError && error.cause.status >= 400 && error.cause.status < 500;

export function sendPicture(picture: Blob, options: UploadOptions = {}): Promise<Reply<Api['uploadImage']>> {
  const form = new FormData();
  form.append('image', picture);
  return sendForm<Reply<Api['uploadImage']> | null>('/api/upload', form, options).then(
    (answer) => {
      if (typeof answer?.imageUrl !== 'string') throw new Error('The answer names no picture');
      return answer;
    },
    (error: unknown) => {
      throw error instanceof ApiError ? new Error(`Upload failed: ${error.status}`, { cause: error }) : error;
    },
  );
}

/** Uses XMLHttpRequest because fetch reports no upload progress. */
export function sendForm<T>(
  url: string,
  form: FormData,
  { onProgress, signal, answerTimeoutMs: answerMs = answerTimeoutMs }: UploadOptions = {},
): Promise<T> {
  const stall = watchStall(requestTimeoutMs);
  return new Promise<T>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      stall.restart();
      onProgress?.(Math.round((loaded / total) * 100));
    });
    request.upload.addEventListener('load', () => stall.restart(answerMs));
    stall.signal.addEventListener('abort', () => {
      reject(new NetworkError(stall.signal.reason));
      request.abort();
    });
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) {
        try {
          resolve(JSON.parse(request.responseText) as T);
        } catch (error) {
          // Something else has answered in place of the server.
          reject(new NetworkError(error));
        }
      } else reject(new ApiError(request.status, request.responseText, request.statusText));
    });
    request.addEventListener('error', () => reject(new NetworkError(undefined)));
    request.addEventListener('abort', () => reject(new DOMException('The upload was left.', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort());
    request.open('POST', url);
    request.send(form);
  }).finally(stall.end);
}
