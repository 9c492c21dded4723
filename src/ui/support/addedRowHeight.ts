import { createContext } from 'react';

/** Pixels added to the height of each row of every table: 0 if compact. */
export const AddedRowHeight = createContext(0);
