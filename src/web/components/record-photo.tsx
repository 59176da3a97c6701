import { smallerUrl } from '#domain/pictures.ts';
import { usePhotoSource } from '#web/lib/waiting-photo.ts';

/** The photo of a record, which may still wait on this phone to be sent. */
export function RecordPhoto({ url }: { url: string }) {
  const source = usePhotoSource(url);
  return (
    source !== '' && <img src={smallerUrl(source, 'card')} alt="" loading="lazy" className="mt-1 max-h-80 rounded-lg border" />
  );
}
