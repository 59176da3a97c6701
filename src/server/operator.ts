import { ConfigError, type Config } from './config.ts';
import { FolderInUseError } from './db/engines/data-folder.ts';
import { SchemaError } from './db/engines/migrate.ts';
import { StoreUnavailable } from './storage/s3-store.ts';

/** A command or a start that cannot work; the message says why and what to do instead. */
export class OperatorError extends Error {}

export function cannotListen(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): unknown {
  switch ((error as { code?: string }).code) {
    case 'EADDRINUSE':
      return new OperatorError('The port is taken by another program. Stop it, or choose another with PORT=3001.');
    case 'EACCES':
      return new OperatorError(`PORT=${port} may not be used by this account. Set PORT to a number above 1023.`);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EADDRNOTAVAIL':
      return new OperatorError(
        `HOST=${host} is no address of this machine. Leave it out, or set it to 0.0.0.0 to be reached from outside.`,
      );
    default:
      return error;
  }
}

/** The sentence for an expected failure; undefined for any other error, which is printed with its stack. */
export function operatorSentence(error: unknown): string | undefined {
  if (error instanceof ConfigError) return `The configuration is not right:\n${error.message}`;
  if (
    error instanceof OperatorError ||
    error instanceof SchemaError ||
    error instanceof FolderInUseError ||
    error instanceof StoreUnavailable
  )
    return error.message;
  const { code = '', message } = error as { code?: string; message?: string };
  if (code === 'ERR_SQLITE_ERROR') return `The database in DATA_DIR cannot be used: ${message}.`;
  if (code === 'ENOSPC') return 'The disk is full. Make room, then start again.';
  if (folderErrors.has(code)) return `This folder cannot be used: ${message}. Set DATA_DIR to a folder of yours.`;
  if (unreachableErrors.has(code)) {
    return `The database that DATABASE_URL names does not answer (${code}). Start it, or correct the address.`;
  }
  return rejectedLogins.has(code) ? `The database that DATABASE_URL names refuses: ${message}.` : undefined;
}

const folderErrors = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT', 'ENAMETOOLONG', 'ELOOP']);
const unreachableErrors = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT']);
/** invalid_password, invalid_authorization_specification, invalid_catalog_name */
const rejectedLogins = new Set(['28P01', '28000', '3D000']);
