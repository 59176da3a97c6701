import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { startProduct, type Product } from './product.ts';

/** A data folder of its own for each test of the group, with the products that are started on it. */
export function useDataFolder(): {
  readonly dataDir: () => string;
  readonly start: (env?: Readonly<Record<string, string>>, loaded?: readonly string[]) => Promise<Product>;
} {
  let dataDir: string;
  const running: Product[] = [];
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'bellwether-folder-'));
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((product) => product.kill()));
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    dataDir: () => dataDir,
    start: async (env = {}, loaded = []) => {
      const product = await startProduct({ DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'silent', ...env }, loaded);
      running.push(product);
      return product;
    },
  };
}
