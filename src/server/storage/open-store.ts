import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import type { FileStore } from './file-store.ts';
import { openFolder } from './folder-store.ts';
import { openS3 } from './s3-store.ts';

export const openStore = ({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>, area: 'uploads' | 'backups'): FileStore =>
  s3 ? openS3(s3, `${area}/`) : openFolder(join(dataDir, area));

export const openPictures = (config: Pick<Config, 'dataDir' | 's3'>): FileStore => openStore(config, 'uploads');
