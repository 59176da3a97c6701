/** Prints a single element of the page. */
export function printAlone(id: string): void {
  const element = `#${CSS.escape(id)}`;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@media print{body :not(:has(${element}),${element},${element} *){display:none!important}}`);
  document.adoptedStyleSheets.push(sheet);
  window.addEventListener(
    'afterprint',
    () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    },
    { once: true },
  );
  window.print();
}
