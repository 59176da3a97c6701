import type { Api } from '#contract/index.ts';
import type { Reply } from '#contract/route.ts';
import { ApiError, send } from './api.ts';

/** Keeps a picture on the server. A refusal reads 'Upload failed: {status}'; the server's sentence is the `cause`'s. */
export async function uploadImage(file: File): Promise<Reply<Api['uploadImage']>> {
  const form = new FormData();
  form.append('image', file);
  try {
    return await send('/api/upload', { method: 'POST', body: form });
  } catch (error) {
    if (error instanceof ApiError) throw new Error(`Upload failed: ${error.status}`, { cause: error });
    throw error;
  }
}
