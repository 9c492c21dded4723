import PrimeReact from 'primereact/api';

// What fades out would still be there when the next test looks.
PrimeReact.cssTransition = false;
// happy-dom has no layout, and PrimeReact takes a list without an offset parent for a hidden one.
Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
  configurable: true,
  get(this: HTMLElement) {
    return this.parentNode;
  },
});
