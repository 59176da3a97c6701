// Loaded before the server for the negative control: its database no longer waits for the disk.
import { DatabaseSync } from 'node:sqlite';

const waiting = DatabaseSync.prototype.exec.call.bind(DatabaseSync.prototype.exec);
DatabaseSync.prototype.exec = function lazily(sql) {
  return waiting(this, sql.replaceAll(/synchronous\s*=\s*full/gi, 'synchronous = off'));
};
