import { waitingPhotoId } from '#web/lib/server/waiting-photo.ts';

/** The id of the waiting photo in a body. */
export function photoIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return waitingPhotoId(body);
  for (const value of Object.values(body)) {
    const id = photoIn(value);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** The body with the address that the server gave the photo. */
export function withPhoto(body: unknown, id: string, imageUrl: string): unknown {
  if (Array.isArray(body)) return body.map((value: unknown) => withPhoto(value, id, imageUrl));
  if (typeof body !== 'object' || body === null) return waitingPhotoId(body) === id ? imageUrl : body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, withPhoto(value, id, imageUrl)]));
}
