export { readReassignedMemos } from './reassignedMemos.ts';
export { type WriteContext, writeDecided } from './writeDecided.ts';
