// The WHATWG URL is the same in browsers and in Node; declared here so that neither the DOM's nor Node's types come in with it.
declare class URL {
  static canParse(url: string, base?: string): boolean;
  constructor(url: string, base?: string);
  readonly href: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
}
