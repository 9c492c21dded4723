/** Every sentence people read. Strings quoted in the specification are exact; `fill` replaces `{word}`. */
export * as messages from './messages/all.ts';
export { fill } from './messages/fill.ts';
