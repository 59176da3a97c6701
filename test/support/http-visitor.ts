import { expect } from 'vitest';

/** A person who calls products over HTTP, in one session. */
export class HttpVisitor {
  cookie = '';

  async send(url: string, method: string, path: string, body?: object): Promise<{ status: number; body: never }> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { cookie: this.cookie, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    this.cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? this.cookie;
    return { status: response.status, body: (await response.json().catch(() => ({}))) as never };
  }

  /** Resolves with the name. */
  async register(url: string, username = `p${crypto.randomUUID().slice(0, 8)}`): Promise<string> {
    const account = { username, password: 'correct horse', email: `${username}@example.org` };
    expect((await this.send(url, 'POST', '/auth/register', account)).status).toBe(201);
    expect((await this.send(url, 'POST', '/select-plan', { planType: 'guest', billingCycle: 'monthly' })).status).toBe(200);
    return username;
  }

  addAnimal(url: string, fields: object = {}): Promise<{ status: number; body: never }> {
    return this.send(url, 'POST', '/animals', { tagNumber: 'A-1', species: 'goat', sex: 'female', ...fields });
  }

  async listAnimals(url: string): Promise<{ readonly id: string }[]> {
    const { status, body } = await this.send(url, 'GET', '/animals');
    expect(status).toBe(200);
    return body;
  }

  upload(
    url: string,
    path: string,
    { field = 'file', name = 'file', bytes }: UploadedFile,
  ): Promise<{ status: number; body: never }> {
    const form = new FormData();
    form.set(field, new Blob([bytes]), name);
    return this.send(url, 'POST', path, form);
  }
}

interface UploadedFile {
  readonly field?: string;
  readonly name?: string;
  readonly bytes: Uint8Array<ArrayBuffer> | string;
}
