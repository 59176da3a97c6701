export class TableError extends Error {
  readonly code: 'imports.unreadable' | 'imports.too_large';

  constructor(code: TableError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
