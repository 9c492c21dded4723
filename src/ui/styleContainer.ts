/** The same text again would make the browser compute the styles of the whole page again: ten times for one panel that opens, 20 ms each. */
const writtenOnce = <Style extends Node>(style: Style): Style => {
  let text = '';
  Object.defineProperty(style, 'textContent', {
    get: () => text,
    // Nothing, where the app gives it no styles of its own.
    set: (css: string | undefined = '') => {
      if (css === text) return;
      text = css;
      while (style.firstChild) style.removeChild(style.firstChild);
      style.appendChild(document.createTextNode(css));
    },
  });
  return style;
};

/** Where PrimeReact puts its styles, all of which every widget writes whenever it is mounted. */
export const styleContainer = (): HTMLElement =>
  Object.assign(document.createElement('div'), {
    appendChild: <Style extends Node>(style: Style): Style => document.head.appendChild(writtenOnce(style)),
    querySelector: (selector: string) => document.head.querySelector(selector),
  });
