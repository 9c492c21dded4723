/** Every sentence people read. Strings that the specification quotes are exact; `{word}` is filled by `fill`. */
export * as messages from './messages/all.ts';
export { fill } from './messages/fill.ts';
