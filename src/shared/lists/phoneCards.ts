/** Loads the cards together with the sort control, which would shift the cards if it arrived later. */
export { default as RowCards } from './RowCards.tsx';
export { default as SortChoice } from './SortChoice.tsx';
