import { errors, type ErrorCode } from '#contract/errors.ts';

/** `path` is the path in the body ('salePrice'), `message` a sentence for the person. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** The answer to a request in which very much is wrong stays short. */
const [maxFieldErrors, maxPath] = [50, 200];

interface Extra {
  readonly message?: string;
  readonly errors?: readonly FieldError[];
  readonly retryAfter?: number;
}

/** Rejects a request: thrown anywhere, answered as problem+json (RFC 9457) by the error handler. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** The first ones. */
  readonly fields: readonly FieldError[] | undefined;
  /** How many others there are. */
  readonly moreErrors: number;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, extra: Extra = {}) {
    const [status, sentence] = errors[code];
    super(extra.message ?? extra.errors?.[0]?.message ?? sentence);
    this.code = code;
    this.status = status;
    this.fields = extra.errors?.slice(0, maxFieldErrors).map(({ path, message }) => ({ path: path.slice(0, maxPath), message }));
    this.moreErrors = Math.max(0, (extra.errors?.length ?? 0) - maxFieldErrors);
    this.retryAfter = extra.retryAfter;
  }

  static field(path: string, message: string): Problem {
    return new Problem('request.invalid', { errors: [{ path, message }] });
  }

  toJSON(): Record<string, unknown> {
    return {
      type: 'about:blank',
      title: errors[this.code][1],
      status: this.status,
      detail: this.message,
      code: this.code,
      message: this.message,
      ...(this.fields && { errors: this.fields }),
      ...(this.moreErrors > 0 && { moreErrors: this.moreErrors }),
    };
  }
}
