/** Ignores writes of unchanged text, because each makes the browser recompute all styles: ten times per opened panel, 20 ms each. */
const skipSameText = <Style extends Node>(style: Style): Style => {
  let text = '';
  Object.defineProperty(style, 'textContent', {
    get: () => text,
    // Undefined if the app sets no styles itself.
    set: (css: string | undefined = '') => {
      if (css === text) return;
      text = css;
      while (style.firstChild) style.removeChild(style.firstChild);
      style.appendChild(document.createTextNode(css));
    },
  });
  return style;
};

/** The container of PrimeReact's styles; every widget writes all of them whenever it mounts. */
export const styleContainer = (): HTMLElement =>
  Object.assign(document.createElement('div'), {
    appendChild: <Style extends Node>(style: Style): Style => document.head.appendChild(skipSameText(style)),
    querySelector: (selector: string) => document.head.querySelector(selector),
  });
