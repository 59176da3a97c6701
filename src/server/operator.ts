import { ConfigError } from './config.ts';
import { NewerDatabaseError } from './db/migrate.ts';

/** What the operator asked for cannot be done; the message says why and what to do instead. */
export class Misuse extends Error {}

/** What to tell whoever runs the server about a failure that was foreseen; `undefined`: nobody foresaw it, show everything. */
export function operatorSentence(error: unknown): string | undefined {
  if (error instanceof ConfigError) return `The configuration is not right:\n${error.message}`;
  if (error instanceof Misuse || error instanceof NewerDatabaseError) return error.message;
  const { code, message } = error as { code?: string; message?: string };
  switch (code) {
    case 'EADDRINUSE':
      return 'The port is taken by another program. Stop it, or choose another with PORT=3001.';
    case 'EACCES':
    case 'EROFS':
    case 'ENOTDIR':
    case 'EEXIST':
    case 'ENOENT':
      return `This folder or port cannot be used: ${message}. Set DATA_DIR to a folder of yours, or PORT to a number above 1023.`;
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'ETIMEDOUT':
      return `The database that DATABASE_URL names does not answer (${code}). Start it, or correct the address.`;
    // invalid_password, invalid_authorization_specification, invalid_catalog_name
    case '28P01':
    case '28000':
    case '3D000':
      return `The database that DATABASE_URL names refuses: ${message}.`;
    default:
      return undefined;
  }
}
