// Loaded before the server for the negative control: its database no longer waits for the disk.
import { DatabaseSync } from 'node:sqlite';

const exec = Object.getOwnPropertyDescriptor(DatabaseSync.prototype, 'exec').value;
DatabaseSync.prototype.exec = function lazily(sql) {
  return exec.call(this, sql.replaceAll(/synchronous\s*=\s*full/gi, 'synchronous = off'));
};
