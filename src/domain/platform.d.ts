// WHATWG URL, declared here so that neither the DOM's nor Node's types are visible in this layer.
declare class URL {
  static canParse(url: string, base?: string): boolean;
  constructor(url: string, base?: string);
  readonly href: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
}
