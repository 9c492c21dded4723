/** What a list is on a phone comes as one: its sort would move its cards. */
export { default as RowCards } from './RowCards.tsx';
export { default as SortChoice } from './SortChoice.tsx';
