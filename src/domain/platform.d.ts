// Declares the WHATWG URL so that this layer needs neither the DOM's nor Node's types.
declare class URL {
  static canParse(url: string, base?: string): boolean;
  constructor(url: string, base?: string);
  readonly href: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
}
