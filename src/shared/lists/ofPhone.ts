/** Loads cards and sort control together: a late sort control would shift the cards. */
export { default as RowCards } from './RowCards.tsx';
export { default as SortChoice } from './SortChoice.tsx';
